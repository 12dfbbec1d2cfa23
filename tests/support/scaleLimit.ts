/** Multiplies the time limit of a test by the factor by which this machine is slower than a fast, idle one. */
export { scaleLimit } from "../../bin/machineFactor.js";
