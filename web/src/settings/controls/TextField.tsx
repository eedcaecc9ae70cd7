/** A text, saved when the field is left, or with Enter if it is one line. Esc restores what is stored. */
import { type KeyboardEvent, useState } from "react";
import type { TextType } from "../setting.ts";
import type { ControlProps } from "./SettingControl.tsx";

interface TextFieldProps extends ControlProps {
  readonly value: string;
  readonly max: number;
  readonly type?: TextType | "number";
  readonly className?: string;
}

export function TextField({ id, label, describedBy, value, max, type = "text", className, onChange }: TextFieldProps) {
  // Undefined while nothing is typed, so that a change made elsewhere shows at once.
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed !== undefined && typed !== value) onChange(typed);
    setTyped(undefined);
  };
  const field = {
    className: className ?? "field setting-text",
    dir: "auto",
    id,
    "aria-label": label,
    "aria-describedby": describedBy,
    maxLength: max,
    value: typed ?? value,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setTyped(target.value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && type !== "long") commit();
      if (event.key !== "Escape" || typed === undefined) return;
      event.stopPropagation();
      setTyped(undefined);
    },
  };
  return type === "long" ? <textarea rows={3} {...field} /> : <input type={type} {...field} />;
}
