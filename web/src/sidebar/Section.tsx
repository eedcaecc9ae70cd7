/** A collapsible section of the sidebar; its state is remembered. */
import type { ReactNode } from "react";
import { Count } from "../parts/Count.tsx";
import { Icon } from "../parts/Icon.tsx";
import { useUnreadWords } from "../state/unread-words.ts";
import { t } from "../text/text.ts";
import { useFolded } from "./folding.ts";

interface SectionProps {
  readonly id: string;
  readonly name: string;
  /** The unread count of its rows, shown while collapsed. */
  readonly unread: number;
  readonly hasMention?: boolean;
  /** Everything is expanded while filtering. */
  readonly isForcedOpen: boolean;
  readonly isFoldedAtFirst?: boolean;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section(props: SectionProps) {
  const { id, name, unread, hasMention = false, isForcedOpen, isFoldedAtFirst = false, actions, children } = props;
  const [isKeptFolded, fold] = useFolded(id, isFoldedAtFirst);
  const isFolded = isKeptFolded && !isForcedOpen;
  const words = useUnreadWords();
  const label = isFolded && unread > 0 ? t("sidebar.named", { name, state: words(unread) }) : name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: not a fieldset, and a section would be a landmark.
    <div className="sec" role="group" aria-label={name}>
      <div className="row">
        <button
          type="button"
          className="sec-head"
          tabIndex={-1}
          data-row=""
          data-fold=""
          aria-expanded={!isFolded}
          aria-label={label}
          onClick={() => fold(!isFolded)}
        >
          <span className="trunc" dir="auto">
            {name}
          </span>
          <Icon name={isFolded ? "right" : "down"} />
          {isFolded && " "}
          {isFolded && (
            <span className="counts">
              <Count unread={unread} hasMention={hasMention} isSilent />
            </span>
          )}
        </button>
        {actions}
      </div>
      {!isFolded && children}
    </div>
  );
}
