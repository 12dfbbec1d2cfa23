/** Matches "TK", in upper case only: editors write it in place of words to come. */
export const TO_COME = /(?<![\p{L}\p{N}])(?:TK){1,9}(?![\p{L}\p{N}])/u;
