// npm run types, unit, floors and so on: runs Node, or a program of node_modules/.bin, on the project's Node. With
// npm's own PATH, the machine's Node might run instead.
import { install, projectEnvironment, run } from "./setup.js";

install();
const [program, ...args] = process.argv.slice(2);
const { PATH, LD_LIBRARY_PATH } = projectEnvironment();
process.exitCode = await run(program, args, { env: { ...process.env, PATH, LD_LIBRARY_PATH } });
