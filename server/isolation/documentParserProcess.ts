import { handleRequests } from "./handleRequests.ts";

export interface ParserRequest {
  /** URL of a module that exports a function `parse`, which gets the input and the document's bytes. */
  module: string;
  input: object;
}

// Modules are loaded when their first document arrives, so that the child process needs little memory.
handleRequests(async ({ module, input }: ParserRequest, body) => {
  const { parse } = await import(/* @vite-ignore */ module);
  return parse(input, body);
});
