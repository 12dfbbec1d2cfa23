/** "TK", which editors write for words to come. In upper case only. */
export const TO_COME = /(?<![\p{L}\p{N}])(?:TK){1,9}(?![\p{L}\p{N}])/u;
