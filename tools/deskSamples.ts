const NOW = "2026-04-17T12:00:00.000Z";

/** Sample arguments of functions that store the desk's data, by the type or the name of the parameter. */
export const DESK_SAMPLES: Record<string, unknown> = {
  StoryFilter: {
    states: ["draft"],
    isSubmitted: true,
    firstSavedBy: "Ada",
    containing: ["pier"],
    order: "saved",
    limit: 10,
  },
  MediaUsesQuery: { keys: ["key"], writer: "Ada" },
  StoryCopyRow: {
    story_id: 1,
    revision: 2,
    base_version: 1,
    base_revision: 0,
    saved_at: NOW,
    saved_by: "Ada",
    thin_at: NOW,
  },
  "Insertable<StoryRevisionRow>": {
    story_id: 1,
    revision: 2,
    content: "{}",
    saved_at: NOW,
    saved_by: "Ada",
    name: null,
    save_key: "key",
    merge: null,
  },
  'Tables["desk_keys"]': {
    actor: "Ada",
    key: "key",
    action: "publish story 1",
    result: 1,
    done_at: NOW,
  },
  'Tables["story_submissions"]': {
    story_id: 1,
    submitted_at: NOW,
    submitted_by: "Ada",
    note: "",
  },
  "Insertable<StoryCommentRow>": { story_id: 1, written_at: NOW, written_by: "Ada", body: "text" },
  StoryFailureRow: { story_id: 1, reason: "text", failed_at: NOW },
  StoryPresenceRow: { story_id: 1, window_id: "window", person_id: 1, name: "Ada", seen_at: NOW },
};
