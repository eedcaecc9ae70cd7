/** Links that the reader passes on to people, with a button to copy each. */
import { copy } from "../actions/copy.ts";
import { Button } from "../parts/buttons.tsx";
import { t } from "../text/text.ts";
import { isForThisMachine } from "./local-links.ts";
import "./texts.ts";
import "./invite.css";

interface LinkToPassOn {
  /** Whom it is for. */
  readonly label: string;
  readonly url: string;
}

export function Links({ links }: { readonly links: readonly LinkToPassOn[] }) {
  return (
    <>
      {links.map(({ label, url }, at) => (
        <div key={url} className="invite-link">
          <label>
            <span className="trunc">{label}</span>
            <input className="field" readOnly value={url} onFocus={(event) => event.target.select()} />
          </label>
          <Button icon="copy" autoFocus={at === 0} onPress={() => void copy(url, t("invite.copied"))}>
            {t("invite.copy")}
          </Button>
        </div>
      ))}
      {links.some(({ url }) => isForThisMachine(url)) && <p className="quiet">{t("invite.onlyHere")}</p>}
    </>
  );
}
