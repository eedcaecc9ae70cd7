// First, so that component styles override it.
import "./styles/tokens.css";
import "./styles/base.css";

import { createRoot } from "react-dom/client";
import { Start } from "./app/Start.tsx";

createRoot(document.getElementById("app") as HTMLElement).render(<Start />);
