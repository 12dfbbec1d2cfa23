// Drawings by Lucide, (c) Lucide Icons and Contributors, ISC License; some by Feather, (c) Cole Bemis, MIT License.
import type { ComponentProps, ReactNode } from "react";

interface IconProps extends ComponentProps<"svg"> {
  /** Width and height in CSS pixels. */
  size?: number;
}

/**
 * Creates an icon in a 24 by 24 viewBox from the `d` attributes of paths. Screen readers skip the icon. Every page
 * loads this file, so larger icons that only one component uses are defined in the component's file.
 */
export function createIcon(paths: readonly string[], shapes?: ReactNode) {
  return ({ size = 24, ...props }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...props}
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
      {shapes}
    </svg>
  );
}

export const ArrowLeft = createIcon(["m12 19-7-7 7-7", "M19 12H5"]);
export const ArrowUpRight = createIcon(["M7 7h10v10", "M7 17 17 7"]);
export const Bookmark = createIcon([
  "M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z",
]);
export const Check = createIcon(["M20 6 9 17l-5-5"]);
export const ChevronDown = createIcon(["m6 9 6 6 6-6"]);
export const ChevronLeft = createIcon(["m15 18-6-6 6-6"]);
export const ChevronRight = createIcon(["m9 18 6-6-6-6"]);
export const ExternalLink = createIcon([
  "M15 3h6v6",
  "M10 14 21 3",
  "M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6",
]);
export const Menu = createIcon(["M4 5h16", "M4 12h16", "M4 19h16"]);
export const Pause = createIcon(
  [],
  <>
    <rect x="14" y="3" width="5" height="18" rx="1" />
    <rect x="5" y="3" width="5" height="18" rx="1" />
  </>,
);
export const Play = createIcon(["M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"]);
export const Plus = createIcon(["M5 12h14", "M12 5v14"]);
export const Search = createIcon(["m21 21-4.34-4.34"], <circle cx="11" cy="11" r="8" />);
export const User = createIcon(["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2"], <circle cx="12" cy="7" r="4" />);
export const X = createIcon(["M18 6 6 18", "m6 6 12 12"]);
