import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { serviceWorker } from "./tools/serviceWorker.ts";

export default defineConfig({
  plugins: [reactRouter(), serviceWorker()],
  build: { assetsInlineLimit: 0 },
});
