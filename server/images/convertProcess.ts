import { type Conversion, convert } from "./convert.ts";
import { handleImages } from "./handleImages.ts";

handleImages((conversion: Conversion) => convert(conversion));
