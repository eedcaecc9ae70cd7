import type { IconName } from "./Sprite.tsx";

interface IconProps {
  readonly name: IconName;
  readonly size?: "s" | "l" | "xl";
  /** Only where the icon stands alone: beside words it says nothing that they do not. */
  readonly label?: string;
}

/** Back, next, reply, send and lists point the other way where text runs from right to left. */
const MIRRORED = new Set<IconName>([
  "back",
  "left",
  "right",
  "reply",
  "forward",
  "send",
  "move",
  "bullets",
  "feed",
  "quote",
]);

export function Icon({ name, size, label }: IconProps) {
  const classes = ["i", size && `i-${size}`, MIRRORED.has(name) && "mirrored"].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: where it stands alone it has a label.
    <svg className={classes} {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      <use href={`#i-${name}`} />
    </svg>
  );
}
