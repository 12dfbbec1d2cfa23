export const account = {
  theme: { title: "Theme", system: "Device", light: "Light", dark: "Dark" },
};
