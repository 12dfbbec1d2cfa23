import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createDeskRouter } from "./router/router.tsx";
import { loadTexts } from "./texts/texts.ts";
import "./styles/desk.css";

const root = document.getElementById("desk");
await loadTexts();
// Screens render their own title, and browsers show the first one of a document.
document.querySelector("title")?.remove();
if (root) createRoot(root).render(<RouterProvider router={createDeskRouter()} />);
