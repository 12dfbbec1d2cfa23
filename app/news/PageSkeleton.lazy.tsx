import article from "../article/ArticleText.module.css";
import { useTexts } from "../language/texts.ts";
import headings from "../ui/Headings.module.css";
import hidden from "../ui/VisuallyHidden.module.css";
import section from "./SectionNews.module.css";
import { SectionSkeleton } from "./SectionNews.tsx";
import skeleton from "./Skeleton.module.css";
import { Skeleton } from "./Skeleton.tsx";
import image from "./StoryImage.module.css";

interface PageSkeletonProps {
  pathname: string;
  /** The page's heading; undefined if it is not known before the page loads. */
  title: string | undefined;
  /** True for a page of text, false for a list of stories or an article. */
  isText: boolean;
}

/** Replaces a page while it loads. */
export function PageSkeleton({ pathname, title, isText }: PageSkeletonProps) {
  if (isText || pathname.startsWith("/article/")) return <TextSkeleton hasImage={!isText} />;
  return (
    <section className={section.section} aria-busy="true">
      {title && <h1 className={headings.marked}>{title}</h1>}
      <SectionSkeleton />
    </section>
  );
}

function TextSkeleton({ hasImage }: { hasImage: boolean }) {
  const { loading } = useTexts();
  return (
    <section className={article.article} aria-busy="true">
      <p className={hidden.visuallyHidden} role="status">
        {loading}
      </p>
      <div className={article.head} aria-hidden="true">
        <Skeleton className={`${skeleton.headline} ${article.headline}`} lines={3} />
        <Skeleton className={`${headings.deck} ${article.deck}`} lines={2} />
      </div>
      {hasImage && (
        <div className={article.image} aria-hidden="true">
          <div className={`${image.frame} ${skeleton.image}`} />
        </div>
      )}
      <Skeleton className={article.text} aria-hidden="true" lines={6} />
    </section>
  );
}
