/** The pages of help, which are loaded together when the first of them is opened. */
import "./texts.ts";

export { About } from "./About.tsx";
export { Formatting } from "./Formatting.tsx";
export { Keys } from "./Keys.tsx";
export { Operators } from "./Operators.tsx";
