import { setLanguage } from "../device/deviceSettings.ts";
import { ThemeChoice } from "../device/ThemeChoice.tsx";
import { getLanguage, getTexts, LANGUAGES } from "../texts/texts.ts";
import { Field } from "../ui/Field.tsx";
import css from "./AccountScreen.module.css";

export function DeviceSettings() {
  const texts = getTexts().account.device;
  return (
    <section>
      <h2>{texts.title}</h2>
      <div className={css.settings}>
        <Field label={texts.language}>
          {(control) => (
            <select
              {...control}
              defaultValue={getLanguage()}
              onChange={async ({ target }) => {
                await setLanguage(target.value);
                window.location.reload();
              }}
            >
              {Object.entries(LANGUAGES).map(([tag, name]) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ThemeChoice />
      </div>
    </section>
  );
}
