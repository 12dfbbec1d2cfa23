import headings from "../ui/Headings.module.css";
import unseen from "../ui/VisuallyHidden.module.css";
import article from "./ArticleText.module.css";
import section from "./SectionNews.module.css";
import { SectionSkeleton } from "./SectionSkeleton.tsx";
import bones from "./Skeleton.module.css";
import { Bones } from "./Skeleton.tsx";
import picture from "./StoryImage.module.css";

/**
 * What stands where a page will be, while it is on its way.
 *
 * @param pathname the page's address
 * @param title its heading, where that is known before
 * @param isText whether it is a page of text and not of stories
 */
export function PageSkeleton({ pathname, title, isText }: { pathname: string; title?: string; isText: boolean }) {
  if (isText || pathname.startsWith("/article/")) return <TextSkeleton hasPicture={!isText} />;
  return (
    <section className={section.section} aria-busy="true">
      {title && <h1 className={headings.marked}>{title}</h1>}
      <SectionSkeleton />
    </section>
  );
}

function TextSkeleton({ hasPicture }: { hasPicture: boolean }) {
  return (
    <section className={article.article} aria-busy="true">
      <p className={unseen.unseen} role="status">
        Loading
      </p>
      <div className={article.head} aria-hidden="true">
        <div className={`${headings.large} ${article.headline}`}>
          <Bones lines={3} />
        </div>
        <div className={`${headings.deck} ${article.deck}`}>
          <Bones lines={2} />
        </div>
      </div>
      {hasPicture && (
        <div className={article.picture} aria-hidden="true">
          <div className={`${picture.frame} ${bones.picture}`} />
        </div>
      )}
      <div className={article.text} aria-hidden="true">
        <Bones lines={6} />
      </div>
    </section>
  );
}
