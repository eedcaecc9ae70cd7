/** What newcomers are told besides the usual: the organization's message, none, or one for this invitation. */
import { holderOf, realmSettings } from "@parley/client";
import { welcome } from "@parley/server/contract";
import { mayChooseWelcomeText } from "@parley/server/joining/invites/permissions.ts";
import { useState } from "react";
import { attempt } from "../actions/attempt.ts";
import { Button } from "../parts/buttons.tsx";
import { showToast } from "../parts/toasts.tsx";
import { useSession } from "../state/session.tsx";
import { useStore } from "../state/store.ts";
import { t } from "../text/text.ts";

const MAX_LENGTH = 8000;
type Which = "standard" | "none" | "own";

interface WelcomeFieldProps {
  /** Null for the organization's message, empty for none. */
  readonly onChange: (text: string | null) => void;
}

export function WelcomeField({ onChange }: WelcomeFieldProps) {
  const { connection } = useSession();
  const mayChoose = useStore((state) => mayChooseWelcomeText(holderOf(state)));
  const standard = useStore((state) => realmSettings(state).welcome_message_custom_text);
  const [which, setWhich] = useState<Which>(standard === "" ? "none" : "standard");
  const [text, setText] = useState(standard);
  if (!mayChoose) return null;
  const change = (next: Which, typed = text) => {
    setWhich(next);
    setText(typed);
    onChange({ standard: null, none: "", own: typed }[next]);
  };
  const test = () =>
    void attempt(async () => {
      await connection.call(welcome.testWelcomeMessage, { welcome_message_custom_text: text });
      showToast({ text: t("inviting.testSent") });
    });
  return (
    <>
      <label>
        <span>{t("inviting.welcome")}</span>
        <select className="field" value={which} onChange={({ target }) => change(target.value as Which)}>
          {standard !== "" && <option value="standard">{t("inviting.welcomeStandard")}</option>}
          <option value="none">{t("inviting.welcomeNone")}</option>
          <option value="own">{t("inviting.welcomeCustom")}</option>
        </select>
      </label>
      {which === "own" && (
        <div className="invite-stack">
          <textarea
            className="field"
            dir="auto"
            rows={3}
            aria-label={t("inviting.welcomeText")}
            maxLength={MAX_LENGTH}
            value={text}
            onChange={({ target }) => change("own", target.value)}
          />
          <small>{t("inviting.welcomeHelp")}</small>
          <span>
            <Button onPress={test} isDisabled={text.trim() === ""}>
              {t("inviting.sendTest")}
            </Button>
          </span>
        </div>
      )}
    </>
  );
}
