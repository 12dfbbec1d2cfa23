import type { IssueContent } from "../../server/newsletter/issueSchema.ts";
import { saveIssue } from "../../server/store/newsletter/issues.ts";
import type { Database } from "../../server/store/schema/schema.ts";

const createStory = (section: string, number: number) => ({
  storyKey: `${section}-${number}`,
  slug: `${section}-${number}`,
  title: `The ${section} desk’s story number ${number}, told in one line`,
  deck: "What happened, to whom, and when the council takes it up again, in a sentence or two that people read at breakfast.",
  source: "The Test Wire",
  section: `${section} news`,
  pictureAlt: null,
});

/** Creates the content of an issue with three stories in each section. */
export function createIssueContent(sections: readonly string[]): IssueContent {
  return {
    hero: createStory("front", 1),
    sections: sections.map((slug) => ({
      slug,
      name: `${slug} news`,
      stories: [1, 2, 3].map((number) => createStory(slug, number)),
    })),
    corrections: [],
    events: [],
    radio: null,
  };
}

export async function storeIssue(
  database: Database,
  content: IssueContent,
  now: number,
  date: string,
  edition = "chicago",
): Promise<void> {
  const { title: subject } = content.hero;
  await saveIssue(database, { edition, date, subject, content, now: new Date(now).toISOString() });
}

const BATCH_SIZE = 500;

/** Stores confirmed subscribers of an edition: reader1@readers.example and so on. */
export async function storeSubscribers(
  database: Database,
  count: number,
  getSections: (number: number) => string[] | null = () => null,
  edition = "chicago",
): Promise<void> {
  for (let start = 0; start < count; start += BATCH_SIZE)
    await database
      .insertInto("subscribers")
      .values(
        Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, index) => {
          const number = start + index + 1;
          const sections = getSections(number);
          return {
            edition,
            email: getReaderAddress(number),
            email_key: getReaderAddress(number),
            secret: `secret-${number}`,
            status: "confirmed" as const,
            sections: sections && JSON.stringify(sections),
            days: "every-day" as const,
            source: "import" as const,
            created_at: "2025-04-01T00:00:00.000Z",
            confirmed_at: "2025-04-01T00:00:00.000Z",
            changed_at: "2025-04-01T00:00:00.000Z",
          };
        }),
      )
      .execute();
}

export const getReaderAddress = (number: number) => `reader${number}@readers.example`;
