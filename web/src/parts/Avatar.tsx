/** A person's avatar, or their initials on a hue of their own; square for bots. Optionally with presence. */
import { initialsOf } from "@parley/server/people/avatars/initials.ts";
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
  const isPicture = url !== undefined && url !== failedUrl && !isDrawn(url);
  const classes = ["av", size && `av-${size}`, person?.is_bot && "bot", person?.is_active === false && "gone"];
  return (
    <span
      className={classes.filter(Boolean).join(" ")}
      ref={hue}
      aria-hidden="true"
      // Drawn by the stylesheet, so that the initials are not part of the text.
      {...(isPicture ? {} : { "data-initials": initialsOf(person?.full_name ?? "?").join("") })}
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

/** Pictures that the server draws are not loaded: our own initials follow the theme. */
const isDrawn = (url: string): boolean => url.startsWith("/static/avatars/");
