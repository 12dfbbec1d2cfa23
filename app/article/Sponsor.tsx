import { getImagePath } from "../../core/imageSizes.ts";
import type { ArticlePage } from "../../server/news/views.ts";
import byline from "../news/Byline.module.css";

/** Largest size of a logo in CSS pixels. */
const LOGO = { width: 200, height: 48 };

type SponsorProps = NonNullable<ArticlePage["sponsor"]> & { mark: string | undefined };

/** Label above the headline of a sponsored story. Links to the sponsor, with the sponsor's logo beside the link. */
export function Sponsor({ name, href, logo, mark }: SponsorProps) {
  const scale = logo && Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1);
  const label = (
    <>
      <strong className={byline.mark}>{mark}</strong>
      {logo && scale && (
        <>
          <br />
          <img
            src={getImagePath(logo)}
            alt={name}
            width={Math.round(logo.width * scale)}
            height={Math.round(logo.height * scale)}
          />
        </>
      )}
    </>
  );
  return (
    <p>
      {href ? (
        <a href={href} rel="sponsored">
          {label}
        </a>
      ) : (
        label
      )}
    </p>
  );
}
