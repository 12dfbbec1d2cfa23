// Drawings by Lucide, (c) Lucide Icons and Contributors, ISC License; some by Feather, (c) Cole Bemis, MIT License.
import type { ComponentProps } from "react";

interface IconProps extends ComponentProps<"svg"> {
  /** Width and height in CSS pixels. */
  size?: number;
}

/** Strokes on a grid of 24 by 24. Screen readers skip an icon: the button or link around it has the name. */
function Icon({ size = 24, paths = [], children, ...props }: IconProps & { paths?: readonly string[] }) {
  return (
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
      {children}
    </svg>
  );
}

export const ArrowLeft = (props: IconProps) => <Icon paths={["m12 19-7-7 7-7", "M19 12H5"]} {...props} />;
export const ArrowUpRight = (props: IconProps) => <Icon paths={["M7 7h10v10", "M7 17 17 7"]} {...props} />;
export const Bookmark = (props: IconProps) => (
  <Icon
    paths={[
      "M17 3a2 2 0 0 1 2 2v15a1 1 0 0 1-1.496.868l-4.512-2.578a2 2 0 0 0-1.984 0l-4.512 2.578A1 1 0 0 1 5 20V5a2 2 0 0 1 2-2z",
    ]}
    {...props}
  />
);
export const Check = (props: IconProps) => <Icon paths={["M20 6 9 17l-5-5"]} {...props} />;
export const ChevronDown = (props: IconProps) => <Icon paths={["m6 9 6 6 6-6"]} {...props} />;
export const ChevronLeft = (props: IconProps) => <Icon paths={["m15 18-6-6 6-6"]} {...props} />;
export const ChevronRight = (props: IconProps) => <Icon paths={["m9 18 6-6-6-6"]} {...props} />;
export const ExternalLink = (props: IconProps) => (
  <Icon paths={["M15 3h6v6", "M10 14 21 3", "M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"]} {...props} />
);
export const Link2 = (props: IconProps) => (
  <Icon paths={["M9 17H7A5 5 0 0 1 7 7h2", "M15 7h2a5 5 0 1 1 0 10h-2", "M8 12h8"]} {...props} />
);
export const Mail = (props: IconProps) => (
  <Icon paths={["m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7"]} {...props}>
    <rect x="2" y="4" width="20" height="16" rx="2" />
  </Icon>
);
export const Menu = (props: IconProps) => <Icon paths={["M4 5h16", "M4 12h16", "M4 19h16"]} {...props} />;
export const Pause = (props: IconProps) => (
  <Icon {...props}>
    <rect x="14" y="3" width="5" height="18" rx="1" />
    <rect x="5" y="3" width="5" height="18" rx="1" />
  </Icon>
);
export const Play = (props: IconProps) => (
  <Icon paths={["M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"]} {...props} />
);
export const Plus = (props: IconProps) => <Icon paths={["M5 12h14", "M12 5v14"]} {...props} />;
export const Search = (props: IconProps) => (
  <Icon paths={["m21 21-4.34-4.34"]} {...props}>
    <circle cx="11" cy="11" r="8" />
  </Icon>
);
export const Share2 = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="18" cy="5" r="3" />
    <circle cx="6" cy="12" r="3" />
    <circle cx="18" cy="19" r="3" />
    <line x1="8.59" x2="15.42" y1="13.51" y2="17.49" />
    <line x1="15.41" x2="8.59" y1="6.51" y2="10.49" />
  </Icon>
);
export const User = (props: IconProps) => (
  <Icon paths={["M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2"]} {...props}>
    <circle cx="12" cy="7" r="4" />
  </Icon>
);
export const Volume2 = (props: IconProps) => (
  <Icon
    paths={[
      "M11 4.702a.705.705 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.705.705 0 0 0 11 19.298z",
      "M16 9a5 5 0 0 1 0 6",
      "M19.364 18.364a9 9 0 0 0 0-12.728",
    ]}
    {...props}
  />
);
export const VolumeX = (props: IconProps) => (
  <Icon
    paths={[
      "M11 4.702a.7.7 0 0 0-1.203-.498L6.413 7.587A1.4 1.4 0 0 1 5.416 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.416a1.4 1.4 0 0 1 .997.413l3.383 3.384A.7.7 0 0 0 11 19.298z",
      "m16.5 14.5 5-5",
      "m16.5 9.5 5 5",
    ]}
    {...props}
  />
);
export const X = (props: IconProps) => <Icon paths={["M18 6 6 18", "m6 6 12 12"]} {...props} />;
