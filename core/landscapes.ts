import type { Random } from "./random.ts";

/** Colors of a drawing: the sky, the background, the middle ground and the foreground. */
export type Palette = readonly [string, string, string, string];

/** Draws a scene 180 units high and `width` (at least 320) wide. Its upper half is mostly sky. */
export type Draw = (random: Random, palette: Palette, width: number) => string;

const HEIGHT = 180;

/** Scenes of the landscapes other than the skyline. */
export const SCENES = {
  sailboats(random, [sky, far, middle, near], width) {
    const boats = spread(random, width, 110, (x) => {
      const height = random.integer(20, 50);
      const y = 134 + Math.round(height / 2.2);
      const half = height >> 1;
      return (
        `<path fill="#fff" d="M${x} ${y}v-${height}l${half} ${height}zM${x - 3} ${y}v-${height - 8}l-${half >> 1} ${height - 8}z"/>` +
        `<path fill="${near}" d="M${x - half} ${y + 3}h${height + 4}l-7 7h-${height - 8}z"/>`
      );
    });
    return (
      drawRidge(random, { width, y: 104, sway: 12, step: 46, fill: far }) +
      drawRidge(random, { width, y: 121, sway: 5, step: 13, fill: near, opacity: 0.45 }) +
      `<path fill="${middle}" d="M0 127h${width}v53H0z"/>${drawRipples(random, { width, top: 137, color: sky })}${boats}` +
      drawReeds(random, width, near)
    );
  },

  isthmus(random, [sky, far, middle, near], width) {
    const domes = spread(random, width, Math.max(300, width * 0.9), (x) => {
      const y = 134;
      return `M${x - 58} ${y}v-20h36v-10h12v-22h-4v-5h8q2-22 16-26v-6h-2v-4h3v-12h2v12h3v4h-2v6q14 4 16 26h8v5h-4v22h12v10h36v20z`;
    });
    return (
      drawHouses(random, { width, baseY: 134, minHeight: 10, maxHeight: 30, fill: far }) +
      `<path fill="${middle}" d="${domes}"/>` +
      drawRidge(random, { width, y: 129, sway: 4, step: 12, fill: near }) +
      `<path fill="${far}" d="M0 138h${width}v42H0z"/>${drawRipples(random, { width, top: 147, color: sky })}` +
      `<path fill="${near}" d="${spread(random, width, 190, (x) => `M${x} 158q20 9 42 0q-3 9-12 9h-18q-9 0-12-9zM${x + 17} 157l3-13h4l2 13z`)}"/>`
    );
  },

  farm(random, [sky, far, middle, near], width) {
    const barns = spread(random, width, 210, (x) => {
      const silo = x + 52;
      return (
        `<path fill="${near}" d="M${x} 138v-26l9-16 15-7 15 7 9 16v26zM${silo} 138v-50q9-12 18 0v50z"/>` +
        `<path fill="${sky}" d="M${x + 18} 138v-17h12v17zM${x + 20} 104h8v7h-8z"/>`
      );
    });
    const vanishing = random.integer(80, width - 80);
    let furrows = "";
    for (let x = -width; x < 2 * width; x += 34) furrows += `M${vanishing} 128L${x} 184`;
    return (
      drawRidge(random, { width, y: 108, sway: 9, step: 64, fill: far }) +
      `${barns}<path fill="${middle}" d="M0 134h${width}v46H0z"/>` +
      `<path stroke="${far}" stroke-width="2" opacity=".6" d="${clipToField(furrows)}"/>` +
      drawGrass(random, width, near)
    );
  },

  turbines(random, [, far, middle, near], width) {
    const turbines = spread(random, width, 88, (x) => {
      const [top, turn] = [random.integer(48, 74), random.integer(0, 119)];
      const blades = [0, 120, 240]
        .map((angle) => `<path transform="rotate(${angle + turn} ${x} ${top})" d="M${x - 1} ${top}l2-26 2 26z"/>`)
        .join("");
      return `<path d="M${x - 1} ${top}h3l2 76h-7z"/>${blades}`;
    });
    return (
      drawRidge(random, { width, y: 116, sway: 10, step: 80, fill: far }) +
      `<g fill="#fff">${turbines}</g>` +
      drawRidge(random, { width, y: 134, sway: 8, step: 70, fill: middle }) +
      drawRidge(random, { width, y: 156, sway: 6, step: 50, fill: near }) +
      drawGrass(random, width, near)
    );
  },

  ridges(random, [, far, middle, near], width) {
    const pines = spread(random, width, 22, (x) => {
      const height = random.integer(18, 34);
      return `M${x - 7} 162l7-${height} 7 ${height}z`;
    });
    return (
      drawRidge(random, { width, y: 84, sway: 24, step: 58, fill: far, opacity: 0.5 }) +
      drawRidge(random, { width, y: 106, sway: 20, step: 66, fill: far }) +
      drawRidge(random, { width, y: 130, sway: 14, step: 74, fill: middle }) +
      `<path fill="${near}" d="${pines}"/>` +
      drawRidge(random, { width, y: 160, sway: 7, step: 60, fill: near })
    );
  },

  village(random, [sky, far, middle, near], width) {
    const steeples = spread(random, width, 230, (x) => `M${x} 140v-42l8-38 8 38v12l22 14v16z`);
    return (
      drawRidge(random, { width, y: 88, sway: 20, step: 70, fill: far, opacity: 0.55 }) +
      drawRidge(random, { width, y: 112, sway: 14, step: 60, fill: far }) +
      `<path fill="${middle}" d="${steeples}"/>` +
      drawGables(random, { width, baseY: 142, minHeight: 12, maxHeight: 26, fills: [middle], light: sky }) +
      drawRidge(random, { width, y: 146, sway: 8, step: 56, fill: near })
    );
  },

  cranes(random, [sky, far, middle, near], width) {
    const cranes = spread(random, width, 120, (x) => {
      const top = random.integer(58, 74);
      return `M${x} 136v-${136 - top}h5v${136 - top}zM${x + 26} 136v-${136 - top}h5v${136 - top}zM${x - 40} ${top}h84v6h-84zM${x} 100h31v5h-31zM${x + 12} ${top - 22}h6v22h-6zM${x + 15} ${top - 22}l-52 22h-4l53-25zM${x - 26} ${top}h2v26h-2z`;
    });
    const ships = spread(random, width, 250, (x) => {
      let load = "";
      for (let box = 0; box < 7; box++) {
        const height = 8 * random.integer(1, 3);
        const fill = [far, "#fff", middle][random.integer(0, 2)];
        load += `<path fill="${fill}" d="M${x + 14 + box * 15} ${142 - height}h14v${height}h-14z"/>`;
      }
      return `${load}<path fill="${near}" d="M${x - 8} 142h168l-14 20h-142zM${x + 126} 142v-30h18v30z"/><path fill="${sky}" d="M${x + 129} 116h12v4h-12z"/>`;
    });
    return (
      drawHouses(random, { width, baseY: 136, minHeight: 8, maxHeight: 26, fill: far }) +
      `<path fill="${middle}" d="${cranes}"/><path fill="${far}" d="M0 134h${width}v46H0z"/>` +
      `${drawRipples(random, { width, top: 145, color: sky })}${ships}<path fill="${near}" d="M0 172h${width}v8H0z"/>`
    );
  },

  lighthouse(random, [sky, far, middle, near], width) {
    const lights = spread(random, width, 280, (x) => {
      const tower = `<path fill="#fff" d="M${x - 10} 144l4-64h14l4 64z"/><path fill="${near}" d="M${x - 8} 112l1-14h16l1 14zM${x - 9} 136l1-12h18l1 12zM${x - 9} 80h20v-4h-4v-12h-12v12h-4zM${x - 6} 64l7-9 7 9z"/>`;
      return `${tower}<path fill="${sky}" d="M${x - 3} 67h8v8h-8z"/>`;
    });
    const gulls = spread(random, width, 120, (x) => {
      const y = random.integer(40, 84);
      return `M${x} ${y}q5-6 9 0q4-6 9 0`;
    });
    return (
      drawRidge(random, { width, y: 122, sway: 5, step: 60, fill: far }) +
      `<path fill="${middle}" d="M0 130h${width}v50H0z"/>${drawRipples(random, { width, top: 140, color: sky })}` +
      `<path fill="none" stroke="${near}" stroke-width="1.6" d="${gulls}"/>${lights}` +
      drawRidge(random, { width, y: 147, sway: 6, step: 11, fill: near })
    );
  },

  rowhouses(random, [sky, far, middle, near], width) {
    return (
      drawGables(random, { width, baseY: HEIGHT, minHeight: 76, maxHeight: 104, fills: [far], light: sky }) +
      drawGables(random, { width, baseY: HEIGHT, minHeight: 42, maxHeight: 66, fills: [middle, near], light: sky }) +
      `<path fill="${near}" d="${spread(random, width, 84, (x) => drawTree(random, x))}M0 170h${width}v10H0z"/>`
    );
  },

  mainstreet(random, [sky, far, middle, near], width) {
    let stores = "";
    for (let x = -random.integer(0, 40); x < width; ) {
      const [wide, height, fill] = [
        random.integer(44, 62),
        random.integer(62, 92),
        random.integer(0, 1) ? far : middle,
      ];
      const top = 170 - height;
      stores += `<path fill="${fill}" d="M${x} 170v-${height}h${wide}v${height}zM${x - 2} ${top}h${wide + 4}v-5h-${wide + 4}z"/>`;
      let windows = "";
      for (let pane = 8; pane < wide - 12; pane += 15) windows += `M${x + pane} ${top + 12}h8v15h-8z`;
      stores += `<path fill="${sky}" d="${windows}M${x + 6} 146h${wide - 12}v18h-${wide - 12}z"/>`;
      stores += `<path fill="${random.integer(0, 1) ? "#fff" : near}" d="M${x + 3} 134h${wide - 6}l4 12h-${wide + 2}z"/>`;
      x += wide;
    }
    const lamps = spread(random, width, 96, (x) => `M${x} 172v-46h2v46zM${x - 3} 118h8v8h-8z`);
    return `${stores}<path fill="${near}" d="M0 168h${width}v12H0z${lamps}${spread(random, width, 130, (x) => drawTree(random, x))}"/>`;
  },
} as const satisfies Record<string, Draw>;

export type Scene = keyof typeof SCENES;

interface Ridge {
  width: number;
  /** `y` is the mean y coordinate of the crest; `sway` is the largest deviation of its points from `y`. */
  y: number;
  sway: number;
  /** Horizontal distance between the crest's points. */
  step: number;
  fill: string;
  opacity?: number;
}

/** Draws the area below a wavy crest. */
function drawRidge(random: Random, { width, y, sway, step, fill, opacity }: Ridge): string {
  let path = `M-${step} ${HEIGHT}V${y}`;
  for (let x = 0; x < width + step * 2; x += step)
    path += `Q${x - step / 2} ${y + random.integer(-sway, sway)} ${x} ${y + random.integer(-sway >> 1, sway >> 1)}`;
  return `<path fill="${fill}"${opacity === undefined ? "" : ` opacity="${opacity}"`} d="${path}V${HEIGHT}z"/>`;
}

/** Draws an object at intervals of about `distance`, at least once. */
function spread(random: Random, width: number, distance: number, draw: (x: number) => string): string {
  let drawing = "";
  const shift = distance >> 2;
  for (let x = random.integer(shift, distance >> 1); x < width - shift; x += distance + random.integer(-shift, shift))
    drawing += draw(x);
  return drawing;
}

function drawRipples(random: Random, { width, top, color }: { width: number; top: number; color: string }): string {
  let path = "";
  for (let y = top; y < HEIGHT; y += 9)
    path += spread(random, width, 200, (x) => `M${x} ${y}h${random.integer(24, 70)}`);
  return `<path fill="none" stroke="${color}" stroke-width="2" opacity=".45" d="${path}"/>`;
}

interface Houses {
  width: number;
  /** The y coordinate at which houses stand. */
  baseY: number;
  minHeight: number;
  maxHeight: number;
}

function drawHouses(random: Random, { width, baseY, minHeight, maxHeight, fill }: Houses & { fill: string }): string {
  let path = "";
  for (let x = -6; x < width; ) {
    const wide = random.integer(10, 24);
    const height = random.integer(minHeight, maxHeight);
    path += `M${x} ${baseY}v-${height}h${wide}v${height}z`;
    x += wide + random.integer(0, 4);
  }
  return `<path fill="${fill}" d="${path}"/>`;
}

/** Draws houses with gables, most of them with a lit window. */
function drawGables(
  random: Random,
  { width, baseY, minHeight, maxHeight, fills, light }: Houses & { fills: readonly string[]; light: string },
): string {
  const paths = fills.map(() => "");
  let windows = "";
  let index = 0;
  for (let x = -random.integer(4, 16); x < width; index++) {
    const wide = random.integer(maxHeight, maxHeight + 14) >> (maxHeight > 60 ? 1 : 0);
    const height = random.integer(minHeight, maxHeight);
    const eaves = Math.round(height * 0.66);
    paths[index % fills.length] +=
      `M${x} ${baseY}v-${eaves}l${wide / 2}-${height - eaves} ${wide / 2} ${height - eaves}v${eaves}z`;
    if (random.integer(0, 3) > 0) windows += `M${x + (wide >> 1) - 3} ${baseY - eaves + 4}h6v8h-6z`;
    x += wide + random.integer(0, maxHeight > 60 ? 2 : 12);
  }
  return `${paths.map((path, index) => `<path fill="${fills[index]}" d="${path}"/>`).join("")}<path fill="${light}" opacity=".85" d="${windows}"/>`;
}

function drawTree(random: Random, x: number): string {
  const radius = random.integer(9, 14);
  return `M${x - 1} 172v-24h3v24zM${x - radius} ${148 - radius / 2}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1-${2 * radius} 0z`;
}

function drawReeds(random: Random, width: number, fill: string): string {
  const x = random.integer(0, 1) ? 4 : width - 40;
  let path = "";
  for (let reed = 0; reed < 9; reed++)
    path += `M${x + reed * 4} 180l${random.integer(-3, 5)}-${random.integer(20, 44)} 2 44z`;
  return `<path fill="${fill}" d="${path}"/>`;
}

function drawGrass(random: Random, width: number, fill: string): string {
  const path = spread(random, width, 9, (x) => `M${x} 180l${random.integer(-4, 4)}-${random.integer(6, 16)} 3 16z`);
  return `<path fill="${fill}" d="${path}"/>`;
}

/** Moves the starts of furrows from the vanishing point, which is above the field, to the field's upper edge. */
function clipToField(furrows: string): string {
  return furrows.replaceAll(/M([^\sM]+) 128/g, "M$1 134");
}
