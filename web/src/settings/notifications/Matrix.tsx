/** Kinds of messages by ways to be notified, with a box for each. */
import { type ReactNode, useEffect, useRef } from "react";
import { t } from "../../text/text.ts";
import { usePointedAt } from "../pointing.ts";
import type { Setting, SettingSource } from "../setting.ts";
import { useSettingValue } from "../useSettingValue.ts";

export interface MatrixRow<Key extends string> {
  readonly key: string;
  readonly name: ReactNode;
  readonly help?: string;
  readonly source: SettingSource<Key>;
  /** One for each way. */
  readonly settings: readonly MatrixCell<Key>[];
  readonly action?: ReactNode;
}

interface MatrixCell<Key extends string> extends Pick<Setting<Key>, "key"> {
  readonly label: Setting<Key>["label"];
  /** Whom the label names: a channel. */
  readonly of?: string;
  /** It follows the row for every channel. */
  readonly isInherited?: boolean;
}

const WAYS = ["notify.desktop", "notify.soundWay", "notify.mobile", "notify.emailWay"] as const;

export function Matrix<Key extends string>({ rows }: { readonly rows: readonly MatrixRow<Key>[] }) {
  const hasActions = rows.some(({ action }) => action !== undefined);
  return (
    <table className="matrix">
      <thead>
        <tr>
          <td />
          {WAYS.map((way) => (
            <th key={way} scope="col">
              {t(way)}
            </th>
          ))}
          {hasActions && <td className="matrix-act" />}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, help, source, settings, action }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {help !== undefined && <small>{help}</small>}
            </th>
            {settings.map((cell) => (
              <Cell key={cell.key} cell={cell} source={source} />
            ))}
            {hasActions && <td className="matrix-act">{action}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Key extends string> {
  readonly cell: MatrixCell<Key>;
  readonly source: SettingSource<Key>;
}

function Cell<Key extends string>({ cell, source }: CellProps<Key>) {
  const { value, problem, change } = useSettingValue(cell, source);
  const box = useRef<HTMLInputElement>(null);
  const isPointedAt = usePointedAt(cell.key);
  useEffect(() => {
    if (isPointedAt) box.current?.focus();
  }, [isPointedAt]);
  const label = t(cell.label, { channel: cell.of ?? "" });
  return (
    <td>
      <label className={cell.isInherited ? "matrix-box inherited" : "matrix-box"}>
        <input
          ref={box}
          type="checkbox"
          aria-label={cell.isInherited ? t("notify.inherited", { label }) : label}
          title={cell.isInherited ? t("notify.inheritedHelp") : undefined}
          checked={value === true}
          onChange={({ target }) => change(target.checked)}
        />
      </label>
      {problem !== undefined && (
        <small className="bad" role="alert">
          {problem}
        </small>
      )}
    </td>
  );
}
