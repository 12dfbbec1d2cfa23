import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { createDeskRouter } from "./router/router.tsx";
import { loadTexts } from "./texts/texts.ts";
import "./styles/desk.css";

const root = document.getElementById("desk");
await loadTexts();
// Removes the document's title, since browsers show the first title, and screens render their own.
document.querySelector("title")?.remove();
if (root) createRoot(root).render(<RouterProvider router={createDeskRouter()} />);
