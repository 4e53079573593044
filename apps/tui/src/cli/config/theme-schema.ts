import * as z from 'zod';
import {COLOUR_NAMES, type Colour} from '../../theme/colour.ts';
import type {Role} from '../../theme/theme.ts';
import {builtInNames, type OwnTheme, themeNames, themes} from '../../theme/themes.ts';

const COLOUR = /^(?:#[0-9a-f]{6}|256:(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5]))$/i;

const SUCH_AS = 'such as redBright, 208, 256:208 or #ff8700';
const EXPECTED = `expected a colour ${SUCH_AS}, or two`;

const colour = z
  .union([
    z.enum(COLOUR_NAMES),
    z.int().min(0, EXPECTED).max(255, EXPECTED),
    z.string().regex(COLOUR, EXPECTED) as unknown as z.ZodType<Colour>,
  ])
  .meta({id: 'colour'});

const anyGround = z.union([colour, z.tuple([colour, colour])], EXPECTED).meta({id: 'ground'});
const ground = (what: string) =>
  anyGround
    .optional()
    .describe(`Colour of the ${what}, ${SUCH_AS}. The second of two is for terminals with 16 colours.`);

const attribute = (what: string) => z.boolean().optional().describe(`Whether the text is ${what}.`);

const styleSchema = z
  .strictObject({
    fg: ground('text'),
    bg: ground('background'),
    bold: attribute('bold'),
    dim: attribute('dim'),
    underline: attribute('underlined'),
    inverse: attribute('drawn with text and background exchanged'),
  })
  .meta({id: 'style'});

const roles = Object.keys(themes.default) as Role[];
const style = (role: Role) => styleSchema.optional().describe(`Style of the role ${role}.`);

const themeSchema = z.strictObject({
  extends: z.enum(builtInNames).optional().describe('Theme of the roles that are not given. Default: default.'),
  ...(Object.fromEntries(roles.map(role => [role, style(role)])) as Record<Role, ReturnType<typeof style>>),
}) satisfies z.ZodType<OwnTheme>;

export const themesSchema = z.record(z.string(), themeSchema).superRefine((own, context) => {
  for (const name of themeNames.filter(builtIn => Object.hasOwn(own, builtIn)))
    context.addIssue({code: 'custom', path: [name], message: 'is the name of a built-in theme; it needs another name'});
});

export const themeName = z.union([z.enum(themeNames), z.string()], 'expected the name of a theme');

export const themeNameProblems = (config: unknown) => {
  const {theme, themes: own, profiles} = Object(config) as Readonly<Record<string, unknown>>;
  const names = [...themeNames, ...Object.keys(Object(own))];
  const inProfiles = Object.entries(Object(profiles)).map(([profile, fields]) => ({
    path: ['profiles', profile, 'theme'],
    name: Object(fields).theme as unknown,
  }));
  return [{path: ['theme'], name: theme}, ...inProfiles].flatMap(({path, name}) =>
    typeof name !== 'string' || names.includes(name) ? [] : {path, name, names},
  );
};
