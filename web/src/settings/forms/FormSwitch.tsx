/** A switch in a form, with the reason if it cannot be changed. */
import { useId } from "react";
import "./forms.css";

interface FormSwitchProps {
  readonly label: string;
  readonly help?: string | undefined;
  /** Why it cannot be turned on or off. */
  readonly refusal?: string | undefined;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function FormSwitch({ label, help, refusal, isOn, onChange }: FormSwitchProps) {
  const id = useId();
  const said = refusal ?? help;
  return (
    <div className="form-switch">
      <input
        type="checkbox"
        role="switch"
        className="switch"
        id={id}
        aria-describedby={said === undefined ? undefined : `${id}-help`}
        disabled={refusal !== undefined}
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <label htmlFor={id}>{label}</label>
      {said !== undefined && <small id={`${id}-help`}>{said}</small>}
    </div>
  );
}
