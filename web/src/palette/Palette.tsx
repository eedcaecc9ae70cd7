import "./palette.css";

export function Palette() {
  return null;
}
