#!/usr/bin/env -S node --
// npx broadsheet: command.js, on any Node.
import { runScript } from "./runScript.js";

runScript("command");
