import type { ImageName } from "./deskScreenImages.ts";
import { STORY_END, STORY_TEXT } from "./screenSite.ts";

/** Roles of the people who are signed in on the desk's screenshots. */
export type Role = "publisher" | "editor" | "writer" | "beginner" | "traveler";

/** State of a story. A changed story is published and has changes that readers do not see. */
export type StoryState =
  | "draft"
  | "submitted"
  | "returned"
  | "scheduled"
  | "overdue"
  | "published"
  | "changed"
  | "withdrawn";

export interface Draft {
  title: string;
  /** An editor by default. */
  by?: Role;
  deck?: string;
  /** Markdown, in which `{name}` stands for the address of the image with this name. */
  body: string;
  sections?: string[];
  place?: string;
  topics?: string[];
  image?: ImageName;
  /** A draft by default. */
  state?: StoryState;
}

/** Stories by name. The paths of screens contain these names in place of the stories' ids. */
export const STORIES: Record<string, Draft> = {
  draft: {
    title: "Night ferry tries a third season",
    deck: "The last boat leaves at 1:40 a.m. Those who bake, clean and nurse for the city are on it.",
    by: "writer",
    place: "Museum Pier",
    topics: ["ferries", "transit"],
    image: "pier",
    body: `${STORY_TEXT}
![A lighthouse at the harbor’s mouth]({light} "The light at the harbor’s mouth, which the boats pass at slow speed.")

${STORY_END}`,
  },
  gaps: {
    title: "Library opens on Sundays TK",
    sections: [],
    body: `The main library will open on Sundays from 1 to 5 p.m., beginning with the first weekend of December. Readers had asked
for it in every survey since 2011.

“Sunday is when the homework is due,” said Mara Dell, who runs the branch. “We could see them waiting in their cars for
Monday.”

## What changes

The reading room opens as on a weekday. The children’s floor has a story hour at 2 p.m., in English and Spanish, and the
workshop keeps its sewing machines running until closing. Nobody has to return a book on a Sunday; the slot by the door is
never locked.

Two librarians and a guard will work the shift, which they chose themselves. “I have always liked the building best when
it is raining and full,” said Ms. Dell.

The extra hours cost TK a year, which the friends of the library will pay until June.
`,
  },
  warned: {
    title: "Rink opens early, with neighbors on the hoses",
    deck: "The ice is two weeks ahead of the calendar. So are the skaters.",
    by: "writer",
    image: "IMG_2041",
    body: `The outdoor rink on Damen Avenue opened on Saturday, two weeks before the park district had planned it. Three cold nights
and some forty neighbors with garden hoses did the rest.

“You spray, you wait, you spray,” said Theo Lund, who organized the shifts. “It is like watching paint, and then you can
stand on it.”

The shifts ran from 8 p.m. until the last hose froze. Somebody brought soup, somebody else a radio, and by Friday the
list of volunteers was longer than the rink.

Skates can be borrowed for TK an hour. The [timetable](https://rink.example/hours) lists the hours for hockey. The rink is open until 9 p.m.
`,
  },
  submitted: {
    title: "A school plants its own forest",
    deck: "Ninety pupils, 400 saplings and one long hose turned a parking lot into the start of a wood.",
    by: "writer",
    place: "Albany Park",
    topics: ["schools", "trees"],
    image: "garden",
    state: "submitted",
    body: `The parking lot behind the Ainslie School had room for 62 cars. Since Thursday it has had room for none. Ninety pupils took
turns with the shovels, and by the last bell 400 saplings stood in rows where the asphalt had been.

“My tree is the crooked one,” said Imani Bell, who is 9. “It will be the tallest.”

## What grows there

- Bur oaks along the street
- Hackberries and redbuds in the middle
- Serviceberries, for the birds, by the fence

The trees stand closer than a gardener would set them. Crowded, they grow up rather than out, and shade the ground within
five summers, said Dana Wirth, a forester who drew the plan.

> A lot of asphalt is just a forest that nobody has started.

Each class looks after one row. The eighth grade, which leaves in June, has written instructions for whoever comes next.
The first line is “Water before you complain about the weather.”
`,
  },
  returned: {
    title: "Diner keeps its night menu after 41 years",
    by: "writer",
    state: "returned",
    body: `The grill at Lou’s has not been cold since 1985. The owners had thought of closing between midnight and 5 a.m., and asked
their guests first.

The counter has 14 stools, and on most nights a nurse, a cabdriver and a baker sit on three of them. Closing would have
saved $900 a week, said Lou Ochoa, whose father lit the grill.

“Where would the nurses go?” said Pilar Ochoa, who has worked the night shift for 19 years. The guests, asked on the backs
of their checks, agreed: 212 were for the night menu, and three wanted more pie.

The menu stays as it is: eggs, hash, soup and one daily dish that is whatever the baker has brought. It has been printed on
the same yellow card since the first week, with the prices in pencil.

On Sunday the owners hung the checks in the window. The oldest guest, who is 88 and comes at 4 a.m., had written only one
word on his: “Obviously.”
`,
  },
  scheduled: {
    title: "Market moves under the viaduct",
    deck: "Thirty-one stalls get a roof, a tap and a train overhead every eight minutes.",
    place: "Ravenswood",
    topics: ["markets"],
    image: "viaduct",
    state: "scheduled",
    body: `The Saturday market moves under the viaduct on Leland Avenue this week, and stays there through the winter. The 31 stalls
have a roof for the first time since the market began in a school yard.

“We lost eleven Saturdays to rain last year,” said Ada Finch, who sells apples. “Now we only lose the conversation, when the
train comes.”

The trains pass every eight minutes. The stalls have moved their price tags up to eye level, since nobody can shout them.

| Stall            | Opens    | Until     |
| :--------------- | -------: | --------: |
| Bread and apples | 7 a.m.   | 1 p.m.    |
| Fish             | 8 a.m.   | Noon      |
| Soup             | 10 a.m.  | 2 p.m.    |

The tap is by the third pillar. Bring a cup.
`,
  },
  overdue: {
    title: "Water mains on Foster Avenue to be flushed",
    deck: "Taps may run brown on Tuesday morning. It is rust, and it passes.",
    state: "overdue",
    body: `Crews flush the water mains on Foster Avenue on Tuesday from 6 a.m. Taps in 340 houses may run brown for an hour.

“Let the cold water run until it is clear,” said Joan Pike of the water department. “And leave the white shirts for
Wednesday.”
`,
  },
  published: {
    title: "Bridge to close for nine weekends",
    deck: "Buses will take the long way round until March.",
    place: "Goose Island",
    topics: ["bridges", "transit"],
    image: "bridge",
    state: "changed",
    body: `The Division Street bridge closes for nine weekends from Friday at 10 p.m. Painters will hang under it in tents, and four
bus lines will cross the river at North Avenue instead.

The bridge was last painted in 1994, when the work took a summer and closed it altogether. This time the road reopens every
Monday at 5 a.m.

## How the buses run

| Line | Detour         | Extra time |
| :--- | :------------- | ---------: |
| 70   | North Avenue   |     12 min |
| 8    | Chicago Avenue |      9 min |
| 132  | No service     |            |

~~~quote
I have the bridge in my kitchen window. I would like to choose the color.
— Alma Reyes, a neighbor
~~~

The color was not put to a vote. It stays the brown that the city’s bridges have had for a century, said Peter Okafor, the
project’s engineer. “People call it maroon. The can says brown.”

Walkers can use [a path on the north side](https://bridge.example/paths), except on the first and the last weekend. The work costs $3.1 million.
`,
  },
  unchanged: {
    title: "Chess tables come back to the lakefront",
    deck: "The pavilion’s players had waited since the storm of 2024.",
    place: "Lincoln Park",
    by: "writer",
    topics: ["chess", "parks"],
    state: "published",
    body: `Six stone tables stand by the lake again, with the squares cut a little deeper than before. The storm of 2024 had carried
two of them into the water, where divers found one.

“We played on a suitcase for two summers,” said Gil Abram, who is there every day that it does not snow. “You learn to
love a flat surface.”

## A place to sit

The old tables stood in a row, so that nobody could watch two games at once. The new ones make a circle, with a bench
around it and a lamp that goes out at 11 p.m. The park district wanted 10 p.m.; the players brought a petition, and a clock.

> A game has as long as it takes. So does an argument about one.

Mr. Abram played the first game on Saturday, against a girl of 11 who had come on a scooter. He lost in 34 moves and asked
for another. “She did not look at the lake once,” he said.

The tables cost $18,000, of which the players gave a third. Beginners are welcome on Tuesdays at 6 p.m.
`,
  },
  withdrawn: {
    title: "Pool reopens after repairs",
    state: "withdrawn",
    body: `The pool on Kedzie Avenue reopens on Monday, after nine weeks of repairs to its filters. The first swim is free, said the
park district.

Lessons begin a week later. Whoever had paid for the fall has a place.
`,
  },
  shared: {
    title: "Council votes on the tree budget",
    body: `The council votes tonight on $2.4 million for trees, a third more than last year.

“A tree is the only pipe that works upward,” said Dana Wirth, a forester, at the hearing.

The plan is to plant 3,000 trees a year on blocks that have fewer than four, most of them on the South and West Sides. Each
would be watered for its first three summers.

The hall opens at six. Whoever wants to speak signs up by seven.
`,
  },
  result: {
    title: "Branch library lends snowshoes",
    deck: "Twenty pairs wait by the door for the first real snow.",
    by: "editor",
    image: "light",
    body: `The branch on Irving Park Road lends snowshoes from today, for a week at a time and without a fee. Twenty pairs hang by the
door, in four sizes.

“They are due back when it melts,” said Mara Dell, the librarian. “We trust people to notice.”
`,
  },
  leaving: {
    title: "Parade takes a longer route",
    state: "published",
    body: `The parade on Lincoln Avenue takes in two more blocks this year, and ends at the bandshell. It begins at noon.

“Two blocks are a lot with a tuba,” said Walt Greer, who has carried his for 33 years.
`,
  },
};
