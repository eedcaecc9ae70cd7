import type { IconName } from "./Sprite.tsx";

interface IconProps {
  readonly name: IconName;
  readonly size?: "s" | "l" | "xl";
  /** Only for an icon without text. */
  readonly label?: string;
}

/** Icons that are mirrored in right-to-left text. */
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
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label when it stands alone.
    <svg className={classes} {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}>
      <use href={`#i-${name}`} />
    </svg>
  );
}
