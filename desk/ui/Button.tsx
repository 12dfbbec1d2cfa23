import type { ComponentProps } from "react";
import css from "./Button.module.css";

interface ButtonProps extends ComponentProps<"button"> {
  /** `strong` for the main action of a screen or dialog, `quiet` for a button that looks like text. */
  look?: "strong" | "plain" | "quiet";
}

export function Button({ look = "plain", type = "button", className, ...rest }: ButtonProps) {
  const looks = { strong: css.strong, plain: css.plain, quiet: css.quiet };
  return <button type={type} className={`${looks[look]} ${className ?? ""}`} {...rest} />;
}
