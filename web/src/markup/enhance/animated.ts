/** Animated images are still until hovered, unless the reader prefers otherwise. */
import { type Enhancement, MarkupChanges } from "../changes.ts";
import { stillOf } from "./still-address.ts";

export type Animate = "always" | "on_hover" | "never";

export interface Animations {
  readonly animate: Animate;
  /** The still image of each animated custom emoji, by the URL of the animated one. */
  readonly stills: ReadonlyMap<string, string>;
}

export const enhanceAnimated: Enhancement<Animations> = (body, { animate, stills }) => {
  const changes = new MarkupChanges();
  if (animate === "always") return changes.undo;
  for (const image of body.querySelectorAll<HTMLImageElement>("img[data-animated], img.emoji")) {
    const moving = image.getAttribute("src") ?? "";
    const still = image.classList.contains("emoji") ? stills.get(moving) : stillOf(moving);
    if (still === undefined) continue;
    changes.setAttribute(image, "src", still);
    if (animate === "never") continue;
    const area = image.closest<HTMLElement>(".message_inline_image, .emoji") ?? image;
    const show = (source: string) => () => image.setAttribute("src", source);
    for (const type of ["pointerenter", "focusin"] as const) changes.listen(area, type, show(moving));
    for (const type of ["pointerleave", "focusout"] as const) changes.listen(area, type, show(still));
  }
  return changes.undo;
};
