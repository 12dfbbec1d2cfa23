import { toMessage } from "../core/toMessage.ts";
import { ConfigError, readConfig } from "./config.ts";
import { EditionError } from "./editions/yaml/yaml.ts";
import { loadEnvironmentFile } from "./environmentFile.ts";
import { explainFileError } from "./fileErrors.ts";
import { withoutSecrets } from "./log.ts";
import { StoreError } from "./store/open.ts";

try {
  const [unknown] = loadEnvironmentFile(process.argv.slice(2));
  if (unknown) throw new ConfigError(`The server takes no argument "${unknown}", only --env-file FILE.`);
  const config = readConfig(process.env);
  const { runServer } = await import("./runServer.ts");
  await runServer(config);
} catch (error) {
  const isOperatorError = error instanceof ConfigError || error instanceof EditionError || error instanceof StoreError;
  const reason = isOperatorError ? toMessage(error) : (explainFileError(error) ?? withCause(error));
  process.stderr.write(`Broadsheet did not start.\n${withoutSecrets(reason)}\n`);
  process.exit(1);
}

function withCause(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}\n${cause.message}` : message;
}
