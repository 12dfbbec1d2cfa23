/** @param root folder of the project */
export function chooseCompileCache(
  root: string,
  environment?: { XDG_CACHE_HOME?: string; HOME?: string },
): { NODE_COMPILE_CACHE?: string };
