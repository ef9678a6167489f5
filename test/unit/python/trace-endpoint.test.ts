import assert from 'node:assert/strict';
import type { CallNode } from '../../../src/generated/contracts.ts';
import { symbolsOf } from './symbols-of.ts';

type Workspace = Readonly<Record<string, string>>;

/** One line per node: deeper calls stand further right. */
function linesOf(node: CallNode, indentation = '  '): readonly string[] {
  const extra = [
    ...(node.repeated ? ['(repeated)'] : []),
    ...(node.external?.map(name => `→ ${name}`) ?? []),
    ...(node.unresolved?.map(name => `? ${name}`) ?? []),
  ];
  const own = `${indentation}${node.qualified_name}${extra.length > 0 ? ` ${extra.join(' ')}` : ''}`;
  return [own, ...(node.calls?.flatMap(call => linesOf(call, `${indentation}  `)) ?? [])];
}

async function traceOf(endpoint: string, files: Workspace) {
  const answer = await symbolsOf(files).traceEndpoint(endpoint);
  if ('error' in answer) throw new Error(answer.error);
  return answer.routes.flatMap(route => [
    `${route.framework} ${route.methods.join(',') || 'ANY'} ${route.path} ${route.file}:${route.line}`,
    ...linesOf(route.handler),
  ]);
}

const fastapi: Workspace = {
  'app/main.py':
    'from fastapi import FastAPI\nfrom app.config import API\nfrom app.routers import users, items\n\napp = FastAPI()\napp.include_router(users.router, prefix=API)\napp.include_router(items.router)\n\n@app.get("/health")\nasync def health(): return {}\n\ndef ping(): ...\napp.add_api_route("/ping", ping, methods=["GET", "HEAD"])\n',
  'app/config.py': 'API = "/api"\n',
  'app/routers/__init__.py': '',
  'app/routers/users.py':
    'from typing import Annotated\nfrom fastapi import APIRouter, Depends\nfrom app.services import UserService, session\n\nrouter = APIRouter(prefix="/users", tags=["x"])\n\n@router.get(\n    "/{user_id}",\n    response_model=None,\n)\nasync def get_user(user_id: int, db: Annotated[object, Depends(session)]):\n    service = UserService(db)\n    return service.find(user_id)\n\n@router.post("/")\ndef create_user(service: UserService = Depends(UserService)):\n    return service.find(0)\n',
  'app/routers/items.py':
    'from fastapi import APIRouter\nrouter = APIRouter()\n@router.api_route("/items/{path:path}", methods=["PUT", "PATCH"])\ndef put_item(path): ...\n@router.websocket("/ws")\nasync def ws(socket): ...\n',
  'app/services.py':
    'import sqlalchemy\n\ndef session():\n    return sqlalchemy.create()\n\nclass UserService:\n    def __init__(self, db):\n        self.db = db\n    def find(self, id):\n        self._log()\n        return self.db.get(id)\n    def _log(self): print()\n',
};

describe('trace_endpoint in FastAPI', () => {
  it('puts the prefixes of routers in front, and follows the handler and its dependencies', async () =>
    assert.deepEqual(await traceOf('GET /api/users/{user_id}', fastapi), [
      'FastAPI GET /api/users/{user_id} app/routers/users.py:7',
      '  app.routers.users.get_user',
      '    app.services.session → sqlalchemy.create',
      '    app.services.UserService',
      '    app.services.UserService.find ? self.db.get',
      '      app.services.UserService._log',
    ]));

  it('is found by a concrete path, by other parameter names, without its prefix, and by its handler', async () => {
    const expected = await traceOf('GET /api/users/{user_id}', fastapi);
    for (const endpoint of [
      '/api/users/42',
      '/api/users/{id}',
      '/api/users/42/?x=1#y',
      '/users/{user_id}',
      'get_user',
    ])
      assert.deepEqual(await traceOf(endpoint, fastapi), expected, endpoint);
  });

  it('reads api_route, websockets, path parameters, add_api_route and routes of the application', async () => {
    const first = async (endpoint: string) => (await traceOf(endpoint, fastapi))[0];
    assert.equal(
      await first('PATCH /items/a/b/c'),
      'FastAPI PUT,PATCH /items/{path:path} app/routers/items.py:3',
    );
    assert.equal(await first('/ws'), 'FastAPI WEBSOCKET /ws app/routers/items.py:5');
    assert.equal(await first('HEAD /ping'), 'FastAPI GET,HEAD /ping app/main.py:13');
    assert.equal(await first('/health'), 'FastAPI GET /health app/main.py:9');
    assert.equal(await first('POST /api/users'), 'FastAPI POST /api/users/ app/routers/users.py:15');
  });

  it('says which method is not answered, and names the nearest routes', async () => {
    const answer = await symbolsOf(fastapi).traceEndpoint('DELETE /health');
    assert.deepEqual(answer, {
      error: 'No route answers DELETE /health; 6 routes are known',
      changed: false,
      nearest: ['GET /health', 'app.main.health'],
    });
  });
});

describe('trace_endpoint in Flask', () => {
  const flask: Workspace = {
    'web/__init__.py':
      'from flask import Flask\nfrom .views import bp\nfrom .admin import admin as admin_bp\n\ndef create_app():\n    app = Flask(__name__)\n    app.register_blueprint(bp)\n    app.register_blueprint(admin_bp, url_prefix="/manage")\n    @app.route("/")\n    def index():\n        return page()\n    return app\n\ndef page(): ...\n',
    'web/views.py':
      'from flask import Blueprint\nfrom flask.views import MethodView\nbp = Blueprint("v", __name__, url_prefix="/v")\n\n@bp.route("/users/<int:id>", methods=["GET", "POST"])\n@login_required\ndef user(id):\n    return load(id)\n\nclass Items(MethodView):\n    def get(self): return load(1)\n    def post(self): ...\nbp.add_url_rule("/items", view_func=Items.as_view("items"))\n\ndef load(id):\n    return load(id - 1)\n',
    'web/admin.py':
      'import flask\nadmin = flask.Blueprint("a", __name__, url_prefix="/admin")\n@admin.get("/stats")\ndef stats(): ...\n',
  };

  it('reads blueprints, factories and methods, and marks what was shown before', async () => {
    assert.deepEqual(await traceOf('/v/users/7', flask), [
      'Flask GET,POST /v/users/<int:id> web/views.py:5',
      '  web.views.user',
      '    web.views.load',
      '      web.views.load (repeated)',
    ]);
    assert.deepEqual(await traceOf('/', flask), [
      'Flask GET / web/__init__.py:9',
      '  web.create_app.index',
      '    web.page',
    ]);
  });

  it('lets the prefix of register_blueprint replace the blueprint’s own', async () => {
    assert.deepEqual(await traceOf('/manage/stats', flask), [
      'Flask GET /manage/stats web/admin.py:3',
      '  web.admin.stats',
    ]);
    assert.match(JSON.stringify(await symbolsOf(flask).traceEndpoint('/admin/stats')), /No route answers/);
  });

  it('opens class-based views by method', async () =>
    assert.deepEqual(await traceOf('GET /v/items', flask), [
      'Flask GET /v/items web/views.py:13',
      '  web.views.Items',
      '    web.views.Items.get',
      '      web.views.load',
      '        web.views.load (repeated)',
    ]));
});

describe('trace_endpoint in Django', () => {
  const django: Workspace = {
    'site/urls.py':
      'from django.urls import include, path, re_path\nfrom . import views\nfrom .views import UserView\n\nurlpatterns = [\n    path("", views.home),\n    path("shop/", include("shop.urls")),\n    path("api/", include([path("users/<int:pk>/", UserView.as_view(), name="user")])),\n    re_path(r"^old/(?P<year>[0-9]{4})/$", login_required(views.old)),\n]\n',
    'site/views.py':
      'from django.views import View\ndef home(request): return helper()\ndef helper(): ...\ndef old(request, year): ...\nclass UserView(View):\n    def get(self, request, pk): return helper()\n    def put(self, request, pk): ...\n',
    'shop/urls.py':
      'import django.urls as u\nfrom shop import views\nurlpatterns = [u.path("cart/<slug:name>", views.cart), u.path("gone", views.gone)]\n',
    'shop/views.py': 'def cart(request, name): ...\n',
  };

  it('follows include of modules and lists, class-based views and wrapped views', async () => {
    assert.deepEqual(await traceOf('/shop/cart/{name}', django), [
      'Django ANY /shop/cart/<slug:name> shop/urls.py:3',
      '  shop.views.cart',
    ]);
    assert.deepEqual(await traceOf('GET /api/users/1/', django), [
      'Django ANY /api/users/<int:pk>/ site/urls.py:8',
      '  site.views.UserView',
      '    site.views.UserView.get',
      '      site.views.helper',
    ]);
    assert.deepEqual(await traceOf('/old/2024/', django), [
      'Django ANY /old/(?P<year>[0-9]{4})/ site/urls.py:9',
      '  site.views.old',
    ]);
    assert.deepEqual(await traceOf('/', django), [
      'Django ANY / site/urls.py:6',
      '  site.views.home',
      '    site.views.helper',
    ]);
  });

  it('names a handler that it cannot find', async () => {
    const answer = await symbolsOf(django).traceEndpoint('/shop/gone');
    assert.ok(!('error' in answer));
    assert.deepEqual(answer.routes[0]?.handler, { qualified_name: 'views.gone', file: null, line: null });
  });
});

describe('trace_endpoint elsewhere', () => {
  it('says so when the workspace has no routes', async () =>
    assert.deepEqual(await symbolsOf({ 'a.py': 'd = {}\nd.get("/x")\n' }).traceEndpoint('/x'), {
      error: 'No FastAPI, Flask or Django routes were found in the workspace',
      changed: false,
      nearest: [],
    }));

  it('takes a decorator with a path for a route when the object is not known, and says unknown', async () =>
    assert.deepEqual(
      await traceOf('/x', {
        'a.py': 'def make(app):\n  @app.post("/x")\n  def x(): ...\n  @cache.get("key")\n  def y(): ...\n',
      }),
      ['unknown POST /x a.py:2', '  a.make.x'],
    ));

  it('writes {?} for a part of a path that only running the code would tell', async () =>
    assert.deepEqual(
      await traceOf('x', {
        'a.py':
          'from fastapi import FastAPI, APIRouter\nr = APIRouter(prefix=settings.prefix)\napp = FastAPI()\napp.include_router(r)\n@r.get("/x")\ndef x(): ...\n',
      }),
      ['FastAPI GET /{?}/x a.py:5', '  a.x'],
    ));

  it('cuts a large tree and says so', async () => {
    const functions = Array.from(
      { length: 400 },
      (_, i) =>
        `def a_rather_long_name_of_a_function_${i}():\n  a_rather_long_name_of_a_function_${i + 1}()\n  b${i}()\n`,
    );
    const source = `from flask import Flask\napp = Flask("x")\n@app.get("/x")\ndef x():\n${functions.map((_, i) => `  a_rather_long_name_of_a_function_${i}()\n`).join('')}${functions.join('')}`;
    const answer = await symbolsOf({ 'a.py': source }).traceEndpoint('/x');
    assert.ok(!('error' in answer));
    assert.match(answer.truncated ?? '', /the upper part of the call tree/);
    assert.ok(JSON.stringify(answer).length <= 32 * 1024);
  });
});
