import { isTestFile } from '../code/test-files.ts';
import type { ShapeChange } from './shape-change.ts';

/** Functions that programs and frameworks call by their names, which stand in no Python file. */
const FUNCTIONS =
  /^(?:main|cli|app|application|create_app|make_app|http|predict|\w*handler|run|load_tests|includeme|_?(?:un)?load_\w*extension|_jupyter_\w+|upgrade|downgrade|setup|generate|exists|hook|build_(?:wheel|sdist|editable)|(?:get_requires_for|prepare_metadata_for)_build_\w+|define_env|declare_variables|(?:get|hatch_register)_\w*hooks?|(?:before|after)_(?:all|feature|rule|scenario|step|tag)|(?:pytest|setup|teardown|on|do|visit|handle|test|task)(?:_\w+)?|(?:setUp|tearDown)\w*)$/;
/** The same of values. */
const VALUES =
  /^(?:main|cli|app|application|api|server|celery|urlpatterns|handler\d{3}|pytest_plugins|collect_ignore(?:_glob)?)$/;
/** Files that a tool reads by their names: it may ask them for any name. */
const FILES =
  /(?:^|\/)(?:(?:conftest|environment|hatch_build|urls|wsgi|asgi|gunicorn[\w.]*|noxfile|toxfile|tasks|duties|fabfile|pavement|dodo|locustfile|celeryconfig|hubconf|sitecustomize|usercustomize|conf|\w*settings)\.py|(?:settings|migrations|versions|alembic|management\/commands)\/\w+\.py)$/;

/** Whether a tool may find by its name what is gone or declared otherwise. */
export const isFoundByTools = ({ name, module: { path }, what }: ShapeChange): boolean =>
  FILES.test(path) ||
  (what === 'function' && (FUNCTIONS.test(name) || isTestFile(path))) ||
  (what === 'value' && VALUES.test(name));
