import { handleImages } from "./handleImages.ts";
import { inspect } from "./inspect.ts";

handleImages((_request: object, original) => inspect(original));
