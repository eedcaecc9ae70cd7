/** The states every screen has: empty, loading, failed, or with a banner. */
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../text/text.ts";
import { Button } from "./buttons.tsx";
import { Icon } from "./Icon.tsx";
import type { IconName } from "./Sprite.tsx";

interface BannerProps {
  readonly kind?: "warn" | "ok" | "bad";
  readonly icon?: IconName;
  readonly children: ReactNode;
  readonly action?: { readonly label: string; readonly do: () => void };
}

export function Banner({ kind, icon = "alert", children, action }: BannerProps) {
  return (
    <div className={kind ? `note-b ${kind}` : "note-b"} role={kind === "bad" ? "alert" : "status"}>
      <Icon name={icon} />
      <span className="grow">{children}</span>
      {action && (
        <Button kind="plain" onPress={action.do}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

export function Failure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Banner kind="bad" action={{ label: t("parts.tryAgain"), do: onRetry }}>
      {text}
    </Banner>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
}

/** One icon, one sentence, one action. */
export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="empty-st">
      <Icon name={icon} size="xl" />
      <b>{title}</b>
      {children}
    </div>
  );
}

const QUIET_MS = 150;
const LONG_MS = 8000;

/** Nothing for a moment, then skeleton rows; after a while, "Still loading". */
export function Skeleton({ rows = 3, onRetry }: { readonly rows?: number; readonly onRetry?: () => void }) {
  const [phase, setPhase] = useState<"quiet" | "shown" | "long">("quiet");
  useEffect(() => {
    const timers = [setTimeout(() => setPhase("shown"), QUIET_MS), setTimeout(() => setPhase("long"), LONG_MS)];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (phase === "quiet") return <div aria-busy="true" />;
  return (
    <div aria-busy="true">
      <div className="skel axis" aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all bars are the same.
          <div key={index} className="skel-row">
            <i className="a" />
            <span>
              <i className="short" />
              <i />
              <i className="half" />
            </span>
          </div>
        ))}
      </div>
      {phase === "long" && onRetry && (
        <div className="axis">
          <div className="words">
            <Banner action={{ label: t("parts.tryAgain"), do: onRetry }}>{t("parts.stillLoading")}</Banner>
          </div>
        </div>
      )}
    </div>
  );
}
