#!/usr/bin/env -S node --
// npx broadsheet: runs command.js, or says that Node is too old.
import { runScript } from "./runScript.js";

runScript("command");
