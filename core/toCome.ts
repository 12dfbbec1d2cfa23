/** Matches "TK", in upper case only, which editors write as a placeholder for words to come. */
export const TO_COME = /(?<![\p{L}\p{N}])(?:TK){1,9}(?![\p{L}\p{N}])/u;
