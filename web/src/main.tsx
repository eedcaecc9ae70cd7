import { createRoot } from "react-dom/client";
import { Start } from "./app/Start.tsx";
import "./styles/tokens.css";
import "./styles/base.css";

createRoot(document.getElementById("app") as HTMLElement).render(<Start />);
