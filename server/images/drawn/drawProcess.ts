import sharp from "sharp";
import { handleRequests } from "../../isolation/handleRequests.ts";
import { type Drawing, draw } from "./draw.ts";

sharp.concurrency(1);
sharp.cache(false);

handleRequests((drawing: Drawing, bytes) => draw(drawing, bytes));
