import { Link } from "react-router";
import type { LibraryImage } from "../../server/desk/api/apiTypes.ts";
import { useEdition } from "../me/useEdition.ts";
import { getTexts } from "../texts/texts.ts";
import { Fault } from "../ui/Fault.tsx";
import { useMoment } from "../ui/formatTime.ts";
import { FocusField } from "./FocusField.tsx";
import css from "./ImageDetails.module.css";
import { ImageTexts } from "./ImageTexts.tsx";
import { getThumbnail } from "./uploadImage.ts";
import type { ImageDetailsDraft } from "./useImageDetails.ts";

interface ImageDetailsProps {
  draft: ImageDetailsDraft;
  /** True if the person picks the image for a story. The story then copies the image's texts. */
  isPick: boolean;
}

/** Shows an image of the library: its focus and crops, its texts, and the stories that use it. */
export function ImageDetails({ draft, isPick }: ImageDetailsProps) {
  const { image, details, change, error } = draft;
  const { id } = useEdition();
  const texts = getTexts().images;
  return (
    <div className={css.details}>
      <div>
        <FocusField
          src={getThumbnail(id, image.url, 960)}
          focus={details.focus}
          onChange={(focus) => change({ focus })}
        />
        <Facts image={image} />
      </div>
      <div>
        <ImageTexts texts={details} onChange={change} />
        {!isPick && image.stories.length > 0 && <p className={css.note}>{texts.detailsHint}</p>}
        <Fault text={error} />
      </div>
    </div>
  );
}

function Facts({ image }: { image: LibraryImage }) {
  const { id } = useEdition();
  const texts = getTexts().images;
  const { width, height, addedAt, addedBy, stories } = image;
  const when = useMoment()(addedAt);
  return (
    <div className={css.facts}>
      {width > 0 && <p>{texts.size(width, height)}</p>}
      <p>{texts.addedBy(addedBy, when)}</p>
      {stories.length === 0 ? (
        <p>{texts.unused}</p>
      ) : (
        <>
          <h3>{texts.usedIn}</h3>
          <ul>
            {stories.map((story) => (
              <li key={story.id}>
                <Link to={`/story/${id}/${story.id}`}>{story.title || texts.untitled}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
