/** Whether single keys are shortcuts in this browser. Speech input and tremor press them by accident. */
import { Remembered } from "../state/remembered.ts";

export const singleKeys = new Remembered<boolean>("singleKeys", true);
