// Called by the scripts of package.json: node bin/run.js NAME [ARGUMENTS…] runs the script NAME.js of this folder.
import { runScript } from "./runScript.js";

runScript(process.argv.splice(2, 1)[0]);
