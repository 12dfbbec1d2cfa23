import type { Logger } from "pino";
import type { Metrics } from "../metrics/metrics.ts";
import { listen } from "./listen.ts";

interface Parts {
  metrics: Metrics;
  port: number;
  host: string;
  log: Logger;
}

/** Maximum number of connections; Prometheus needs one. */
const MAX_CONNECTIONS = 20;

/** Serves `/metrics` on a separate port, which a firewall can hide from readers. */
export async function listenForMetrics({ metrics, port, host, log }: Parts) {
  const listening = await listen(
    (request, response) => {
      if (request.url?.split("?")[0] !== "/metrics") return void response.writeHead(404).end("See /metrics.\n");
      metrics.scrape().then(
        (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
        (error) => {
          log.error({ err: error }, "metrics could not be read");
          response.writeHead(500).end();
        },
      );
    },
    { port, host, maxConnections: MAX_CONNECTIONS, variables: { port: "METRICS_PORT", host: "METRICS_HOST" } },
  );
  log.info({ port: listening.port, host }, "serving metrics");
  return listening;
}
