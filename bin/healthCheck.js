// Health check of a container: ends with status 0 if the server responds at its HOST and PORT.
import { get } from "node:http";

const TIMEOUT_MS = 4000;
const { HOST = "", PORT = "3000" } = process.env;
const isEverywhere = ["", "0.0.0.0", "::"].includes(HOST);
const address = HOST.startsWith("unix:")
  ? { socketPath: HOST.slice("unix:".length) }
  : { host: isEverywhere ? "127.0.0.1" : HOST, port: PORT || "3000" };

get({ ...address, path: "/healthz", timeout: TIMEOUT_MS, agent: false }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
)
  .on("timeout", () => process.exit(1))
  .on("error", () => process.exit(1));
