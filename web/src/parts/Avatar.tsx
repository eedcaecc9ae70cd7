/** A person's avatar, or their initials on a hue of their own; square for bots. Optionally with presence. */
import { useState } from "react";
import { usePerson } from "../state/people.ts";
import { usePresence } from "../state/presence.ts";
import { useHue } from "./hue.ts";

interface AvatarProps {
  readonly userId: number;
  readonly size?: "s" | "m";
  readonly withPresence?: boolean;
}

export function Avatar({ userId, size, withPresence = false }: AvatarProps) {
  const person = usePerson(userId);
  const hue = useHue((userId * 47) % 360);
  const [failedUrl, setFailedUrl] = useState<string>();
  const url = person?.avatar_url ?? undefined;
  const isPicture = url !== undefined && url !== failedUrl && isOurs(url);
  const classes = ["av", size && `av-${size}`, person?.is_bot && "bot", person?.is_active === false && "gone"];
  return (
    <span
      className={classes.filter(Boolean).join(" ")}
      ref={hue}
      aria-hidden="true"
      // Drawn by the stylesheet, so that the initials are not part of the text.
      {...(isPicture ? {} : { "data-initials": initials(person?.full_name ?? "?") })}
    >
      {isPicture && <img src={url} alt="" onError={() => setFailedUrl(url)} />}
      {withPresence && <Presence userId={userId} />}
    </span>
  );
}

function Presence({ userId }: { readonly userId: number }) {
  const presence = usePresence(userId);
  return presence === "away" ? null : <i className={presence === "idle" ? "pres idle" : "pres"} />;
}

/** Avatars uploaded here. Those from other sites are not loaded; initials follow the theme. */
const isOurs = (url: string): boolean => new URL(url, location.origin).pathname.startsWith("/user_avatars/");

const words = /[\p{L}\p{N}]+/gu;

function initials(name: string): string {
  const first = [...name.matchAll(words)].map(([word]) => [...word][0] ?? "");
  return [first[0], first.length > 1 ? first.at(-1) : ""].join("").toLocaleUpperCase();
}
