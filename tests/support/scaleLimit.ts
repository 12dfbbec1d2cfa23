/** Multiplies the time limit of a test by how much slower this machine is than a quick and quiet one. */
export { scaleLimit } from "../../bin/machineFactor.js";
