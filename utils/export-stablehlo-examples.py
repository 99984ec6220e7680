#!/usr/bin/env python3
# ===- export-stablehlo-examples.py - Export training steps of JAX ----------=== #
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------=== #
"""Writes training steps of real sizes as JAX prints them: StableHLO, generic form.

Each is a loss and its gradients (or a whole update) traced on shapes alone, so
that nothing is downloaded and little memory is needed. Models are those of
Transformers' Flax code with configurations written here, and models written
below in plain JAX. What they are for: to compare the peak that the target
xla-gpu predicts with the peak that XLA compiles.

Made with jax 0.10.2, flax 0.12.8, optax 0.2.8, transformers 4.57.6 (the last
series with Flax code); no accelerator is needed.

  export-stablehlo-examples.py --output DIR [--policy POLICY] [NAME...]

With --policy every layer is under jax.checkpoint with that policy, in the steps that
have layers marked for it.
"""

import argparse
import functools
import importlib
import os
import pathlib
import sys
import traceback

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

F32 = jnp.float32
BF16 = jnp.bfloat16
I32 = jnp.int32
STEPS = {}

POLICIES = ("dots_saveable", "dots_with_no_batch_dims_saveable", "nothing_saveable")

jax_clip = jnp.clip


class Policy:
    """What layers keep; None if all is up to the compiler."""

    name = None
    layers = 0

    @classmethod
    def get(cls):
        return getattr(jax.checkpoint_policies, cls.name)


def layer(run):
    """`run`, a function of arrays, as one layer for the policy."""
    if Policy.name is None:
        return run
    Policy.layers += 1
    return jax.checkpoint(run, policy=Policy.get())


def step(build):
    """Registers a builder of (function, arguments[, options of jax.jit])."""
    STEPS[build.__name__.replace("_", "-")] = build
    return build


def f32(*shape):
    return jax.ShapeDtypeStruct(shape, F32)


def i32(*shape):
    return jax.ShapeDtypeStruct(shape, I32)


def cross_entropy(logits, labels):
    """Mean over all leading axes; labels are integers."""
    logits = logits.astype(F32)
    log_probabilities = jax.nn.log_softmax(logits)
    return -jnp.mean(jnp.take_along_axis(log_probabilities, labels[..., None], axis=-1))


def one_hot_cross_entropy(logits, labels):
    one_hot = jax.nn.one_hot(labels, logits.shape[-1])
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits.astype(F32)) * one_hot, axis=-1))


def square_error(prediction, target):
    return jnp.mean(jnp.square(prediction - target))


# ===----------------------------------------------------------------------=== #
# Transformers' Flax models
# ===----------------------------------------------------------------------=== #


def clip(x, min=None, max=None, *, a_min=None, a_max=None):
    """jnp.clip with the keywords that JAX dropped and Transformers still passes."""
    return jax_clip(x, a_min if min is None else min, a_max if max is None else max)


# The layers of Transformers' models: their modules and classes.
FLAX_LAYERS = {
    "Bert": ("bert.modeling_flax_bert", "FlaxBertLayer"),
    "GPT2": ("gpt2.modeling_flax_gpt2", "FlaxGPT2Block"),
    "ResNet": ("resnet.modeling_flax_resnet", "FlaxResNetBottleNeckLayer"),
}


def checkpointed(layer_class):
    """A Flax module whose calls are one layer for the policy."""
    import flax.linen

    class Checkpointed(layer_class):
        def __call__(self, *args, **options):
            Policy.layers += 1
            arrays = [index for index, each in enumerate(args) if hasattr(each, "shape")]

            def run(module, *values):
                given = list(args)
                for index, value in zip(arrays, values):
                    given[index] = value
                return layer_class.__call__(module, *given, **options)

            remat = flax.linen.remat(run, policy=Policy.get())
            return remat(self, *(args[index] for index in arrays))

    return Checkpointed


def mark_flax_layers():
    for module, name in FLAX_LAYERS.values():
        module = importlib.import_module("transformers.models." + module)
        setattr(module, name, checkpointed(getattr(module, name)))


def flax_model(name, config, dtype=F32, **shape):
    import transformers

    jnp.clip = clip
    model = getattr(transformers, "Flax" + name)
    made = model(config, _do_init=False, dtype=dtype, **shape)
    return made, made.params_shape_tree


def config(name, **fields):
    import transformers

    return getattr(transformers, name + "Config")(**fields)


def text_step(name, cfg, batch, length, labels=None, dtype=F32, loss=cross_entropy, train=False):
    """Token ids in, logits at every position."""
    model, params = flax_model(name, cfg, dtype)

    def run(params, ids, labels, *key):
        extra = dict(dropout_rng=key[0], train=True) if train else {}
        return loss(model(ids, params=params, **extra).logits, labels)

    labels = labels or i32(batch, length)
    key = (jax.eval_shape(lambda: jax.random.PRNGKey(0)),) if train else ()
    return jax.value_and_grad(run), (params, i32(batch, length), labels) + key


@step
def bert_base():
    return text_step("BertForMaskedLM", config("Bert"), 16, 512)


@step
def bert_medium():
    cfg = config("Bert", hidden_size=512, num_hidden_layers=8, num_attention_heads=8,
                 intermediate_size=2048)
    return text_step("BertForMaskedLM", cfg, 32, 512)


@step
def bert_base_dropout():
    return text_step("BertForMaskedLM", config("Bert"), 8, 512, train=True)


@step
def bert_large_classify():
    cfg = config("Bert", hidden_size=1024, num_hidden_layers=24, num_attention_heads=16,
                 intermediate_size=4096)
    return text_step("BertForSequenceClassification", cfg, 16, 384, labels=i32(16))


@step
def roberta_base():
    return text_step("RobertaForMaskedLM", config("Roberta", vocab_size=50265,
                     max_position_embeddings=514), 8, 512)


@step
def albert_base():
    cfg = config("Albert", hidden_size=768, num_attention_heads=12, intermediate_size=3072)
    return text_step("AlbertForMaskedLM", cfg, 16, 512)


@step
def electra_small():
    return text_step("ElectraForMaskedLM", config("Electra"), 32, 512)


@step
def distilbert():
    return text_step("DistilBertForMaskedLM", config("DistilBert"), 32, 384)


@step
def roformer():
    cfg = config("RoFormer", vocab_size=50000, embedding_size=768, num_hidden_layers=6,
                 max_position_embeddings=512)
    return text_step("RoFormerForMaskedLM", cfg, 8, 512)


@step
def big_bird():
    cfg = config("BigBird", num_hidden_layers=4, attention_type="original_full",
                 max_position_embeddings=1024)
    return text_step("BigBirdForMaskedLM", cfg, 4, 1024)


@step
def gpt2_small():
    return text_step("GPT2LMHeadModel", config("GPT2"), 8, 1024)


@step
def gpt2_medium():
    cfg = config("GPT2", n_embd=1024, n_layer=24, n_head=16)
    return text_step("GPT2LMHeadModel", cfg, 4, 1024)


@step
def gpt2_small_bf16():
    return text_step("GPT2LMHeadModel", config("GPT2"), 8, 1024, dtype=BF16)


@step
def gpt2_small_adam():
    import optax

    grad, (params, ids, labels) = text_step("GPT2LMHeadModel", config("GPT2"), 4, 1024)
    optimizer = optax.adamw(1e-4)
    state = jax.eval_shape(optimizer.init, params)

    def train(params, state, ids, labels):
        loss, gradients = grad(params, ids, labels)
        updates, state = optimizer.update(gradients, state, params)
        return optax.apply_updates(params, updates), state, loss

    return train, (params, state, ids, labels), dict(donate_argnums=(0, 1))


@step
def gpt_neo():
    cfg = config("GPTNeo", hidden_size=768, num_layers=12, num_heads=12,
                 attention_types=[[["global", "local"], 6]])
    return text_step("GPTNeoForCausalLM", cfg, 4, 1024)


@step
def gptj_small():
    cfg = config("GPTJ", n_embd=1024, n_layer=8, n_head=8, rotary_dim=64, n_positions=1024)
    return text_step("GPTJForCausalLM", cfg, 4, 1024)


@step
def opt_125m():
    return text_step("OPTForCausalLM", config("OPT"), 8, 1024)


@step
def xglm_small():
    cfg = config("XGLM", vocab_size=32000, d_model=768, ffn_dim=3072, num_layers=8,
                 attention_heads=12)
    return text_step("XGLMForCausalLM", cfg, 4, 1024)


@step
def llama_small():
    cfg = config("Llama", hidden_size=1024, intermediate_size=2816, num_hidden_layers=12,
                 num_attention_heads=16, vocab_size=32000, max_position_embeddings=2048)
    return text_step("LlamaForCausalLM", cfg, 4, 1024)


@step
def llama_small_bf16():
    cfg = config("Llama", hidden_size=1024, intermediate_size=2816, num_hidden_layers=12,
                 num_attention_heads=16, vocab_size=32000, max_position_embeddings=2048)
    return text_step("LlamaForCausalLM", cfg, 4, 2048, dtype=BF16)


@step
def mistral_small():
    cfg = config("Mistral", hidden_size=1024, intermediate_size=3584, num_hidden_layers=8,
                 num_attention_heads=16, num_key_value_heads=4, vocab_size=32000,
                 max_position_embeddings=2048, sliding_window=512)
    return text_step("MistralForCausalLM", cfg, 4, 1024)


@step
def gemma_small():
    cfg = config("Gemma", hidden_size=1024, intermediate_size=4096, num_hidden_layers=6,
                 num_attention_heads=8, num_key_value_heads=1, head_dim=128, vocab_size=64000,
                 max_position_embeddings=2048)
    return text_step("GemmaForCausalLM", cfg, 4, 1024)


def translate_step(name, cfg, batch, source, target, loss=cross_entropy):
    model, params = flax_model(name, cfg)

    def run(params, ids, decoder_ids, labels):
        return loss(model(ids, decoder_input_ids=decoder_ids, params=params).logits, labels)

    return jax.value_and_grad(run), (
        params, i32(batch, source), i32(batch, target), i32(batch, target))


@step
def t5_small():
    return translate_step("T5ForConditionalGeneration", config("T5"), 32, 512, 128)


@step
def t5_base():
    cfg = config("T5", d_model=768, d_ff=3072, num_layers=12, num_heads=12)
    return translate_step("T5ForConditionalGeneration", cfg, 8, 512, 256)


@step
def longt5():
    cfg = config("LongT5", num_layers=4, encoder_attention_type="local")
    return translate_step("LongT5ForConditionalGeneration", cfg, 4, 2048, 256)


@step
def bart_base():
    cfg = config("Bart", d_model=768, encoder_layers=6, decoder_layers=6, encoder_ffn_dim=3072,
                 decoder_ffn_dim=3072, encoder_attention_heads=12, decoder_attention_heads=12)
    return translate_step("BartForConditionalGeneration", cfg, 8, 512, 512)


@step
def pegasus_small():
    cfg = config("Pegasus", d_model=768, encoder_layers=4, decoder_layers=4, encoder_ffn_dim=3072,
                 decoder_ffn_dim=3072, encoder_attention_heads=12, decoder_attention_heads=12,
                 vocab_size=32128)
    return translate_step("PegasusForConditionalGeneration", cfg, 8, 512, 128)


@step
def marian():
    cfg = config("Marian", d_model=512, encoder_layers=6, decoder_layers=6, encoder_ffn_dim=2048,
                 decoder_ffn_dim=2048, encoder_attention_heads=8, decoder_attention_heads=8,
                 vocab_size=58101, decoder_vocab_size=58101, pad_token_id=58100,
                 decoder_start_token_id=58100)
    return translate_step("MarianMTModel", cfg, 16, 256, 256)


@step
def whisper_small():
    cfg = config("Whisper", d_model=768, encoder_layers=12, decoder_layers=12,
                 encoder_attention_heads=12, decoder_attention_heads=12, encoder_ffn_dim=3072,
                 decoder_ffn_dim=3072)
    model, params = flax_model("WhisperForConditionalGeneration", cfg,
                               input_shape=(1, 80, 3000))
    batch, length = 4, 256

    def run(params, audio, ids, labels):
        return cross_entropy(model(audio, ids, params=params).logits, labels)

    return jax.value_and_grad(run), (
        params, f32(batch, 80, 3000), i32(batch, length), i32(batch, length))


def image_step(name, cfg, batch, size=224, train=False, channels_last=False, **shape):
    model, params = flax_model(name, cfg, **shape)
    images = f32(batch, size, size, 3) if channels_last else f32(batch, 3, size, size)

    def run(params, images, labels):
        out = model(images, params=params, **(dict(train=True) if train else {}))
        out = out[0] if isinstance(out, tuple) else out
        return cross_entropy(out.logits, labels)

    def run_normalized(params, statistics, images, labels):
        tree = {"params": params, "batch_stats": statistics}
        out, updated = model(images, params=tree, train=True)
        return cross_entropy(out.logits, labels), updated

    if "batch_stats" in params:
        grad = jax.value_and_grad(run_normalized, has_aux=True)
        return grad, (params["params"], params["batch_stats"], images, i32(batch))
    return jax.value_and_grad(run), (params, images, i32(batch))


@step
def vit_base():
    return image_step("ViTForImageClassification", config("ViT", num_labels=1000), 64)


@step
def beit_base():
    return image_step("BeitForImageClassification",
                      config("Beit", num_labels=1000, use_relative_position_bias=True,
                             use_mask_token=False), 32)


@step
def dinov2_small():
    cfg = config("Dinov2", hidden_size=384, num_attention_heads=6, num_labels=1000,
                 image_size=224, patch_size=14)
    return image_step("Dinov2ForImageClassification", cfg, 64)


@step
def clip_base():
    cfg = config("CLIP")
    model, params = flax_model("CLIPModel", cfg)
    batch = 128

    def run(params, ids, images):
        logits = model(ids, images, params=params).logits_per_text
        labels = jnp.arange(batch)
        return cross_entropy(logits, labels) + cross_entropy(logits.T, labels)

    return jax.value_and_grad(run), (params, i32(batch, 77), f32(batch, 3, 224, 224))


@step
def resnet50():
    return image_step("ResNetForImageClassification",
                      config("ResNet", depths=[3, 4, 6, 3], num_labels=1000), 64)


@step
def resnet101():
    return image_step("ResNetForImageClassification",
                      config("ResNet", depths=[3, 4, 23, 3], num_labels=1000), 48)


@step
def resnet152():
    return image_step("ResNetForImageClassification",
                      config("ResNet", depths=[3, 8, 36, 3], num_labels=1000), 32)


@step
def resnet34():
    return image_step("ResNetForImageClassification",
                      config("ResNet", depths=[3, 4, 6, 3], layer_type="basic", embedding_size=64,
                             hidden_sizes=[64, 128, 256, 512], num_labels=1000), 128)


@step
def regnet():
    return image_step("RegNetForImageClassification", config("RegNet", num_labels=1000), 64)


# ===----------------------------------------------------------------------=== #
# Plain JAX: layers
# ===----------------------------------------------------------------------=== #


class Net:
    """Collects the shapes of parameters while a model is traced, then feeds them.

    A model is a function of (net, *data); net(shape) is the next parameter.
    """

    def __init__(self, params=None, dtype=F32):
        self.params, self.shapes, self.next, self.dtype = params, [], 0, dtype

    def __call__(self, *shape):
        if self.params is None:
            self.shapes.append(jax.ShapeDtypeStruct(shape, F32))
            return jnp.zeros(shape, self.dtype)
        self.next += 1
        return self.params[self.next - 1].astype(self.dtype)


def net_step(model, *data, dtype=F32):
    def collect(*data):
        net = Net(dtype=dtype)
        model(net, *data)
        shapes.extend(net.shapes)

    shapes = []
    jax.eval_shape(collect, *data)

    def loss(params, *data):
        return model(Net(params, dtype), *data)

    return jax.value_and_grad(loss), (tuple(shapes),) + data


def dense(net, x, width, bias=True):
    y = x @ net(x.shape[-1], width)
    return y + net(width) if bias else y


def layer_norm(net, x):
    mean = jnp.mean(x, -1, keepdims=True)
    variance = jnp.var(x, -1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-6) * net(x.shape[-1]) + net(x.shape[-1])


def batch_norm(net, x, channel=-1):
    axes = tuple(i for i in range(x.ndim) if i != channel % x.ndim)
    shape = [1] * x.ndim
    shape[channel] = x.shape[channel]
    mean = jnp.mean(x, axes, keepdims=True)
    variance = jnp.mean(jnp.square(x), axes, keepdims=True) - jnp.square(mean)
    scale, offset = net(*shape), net(*shape)
    return (x - mean) * (lax.rsqrt(variance + 1e-5) * scale) + offset


def group_norm(net, x, groups=32):
    n, h, w, c = x.shape
    y = x.reshape(n, h, w, groups, c // groups)
    mean = jnp.mean(y, (1, 2, 4), keepdims=True)
    variance = jnp.var(y, (1, 2, 4), keepdims=True)
    y = ((y - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape)
    return y * net(c) + net(c)


def conv(net, x, width, size=3, stride=1, groups=1, bias=False, layout="NHWC", padding="SAME"):
    channels = x.shape[layout.index("C")]
    kernel = "HWIO" if layout == "NHWC" else "OIHW"
    shape = ((size, size, channels // groups, width) if layout == "NHWC"
             else (width, channels // groups, size, size))
    y = lax.conv_general_dilated(x, net(*shape), (stride, stride), padding,
                                 dimension_numbers=(layout, kernel, layout),
                                 feature_group_count=groups)
    if bias:
        y = y + (net(width) if layout == "NHWC" else net(width, 1, 1))
    return y


def pool(x, kind, size, stride, padding="VALID", layout="NHWC"):
    window = (1, size, size, 1) if layout == "NHWC" else (1, 1, size, size)
    strides = (1, stride, stride, 1) if layout == "NHWC" else (1, 1, stride, stride)
    if kind == "max":
        return lax.reduce_window(x, -jnp.inf, lax.max, window, strides, padding)
    return lax.reduce_window(x, 0.0, lax.add, window, strides, padding) / (size * size)


def upsample(x):
    n, h, w, c = x.shape
    x = jnp.broadcast_to(x[:, :, None, :, None, :], (n, h, 2, w, 2, c))
    return x.reshape(n, 2 * h, 2 * w, c)


def attention(net, x, heads, mask=None, dropout=None):
    b, s, d = x.shape
    split = lambda y: y.reshape(b, s, heads, d // heads)
    q, k, v = (split(dense(net, x, d)) for _ in range(3))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(d // heads).astype(np.float32)
    if mask is not None:
        scores = jnp.where(mask, scores, jnp.asarray(-1e9, scores.dtype))
    weights = jax.nn.softmax(scores, axis=-1)
    if dropout is not None:
        weights = dropout(weights)
    return dense(net, jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(b, s, d), d)


def causal(length):
    return jnp.tril(jnp.ones((length, length), bool))


# ===----------------------------------------------------------------------=== #
# Plain JAX: models
# ===----------------------------------------------------------------------=== #


@step
def vgg19():
    def model(net, images, labels):
        x = images
        for width, depth in ((64, 2), (128, 2), (256, 4), (512, 4), (512, 4)):
            for _ in range(depth):
                x = jax.nn.relu(conv(net, x, width, bias=True))
            x = pool(x, "max", 2, 2)
        x = x.reshape(x.shape[0], -1)
        x = jax.nn.relu(dense(net, x, 4096))
        x = jax.nn.relu(dense(net, x, 4096))
        return cross_entropy(dense(net, x, 1000), labels)

    return net_step(model, f32(64, 224, 224, 3), i32(64))


@step
def vgg16_nchw():
    def model(net, images, labels):
        x = images
        for width, depth in ((64, 2), (128, 2), (256, 3), (512, 3), (512, 3)):
            for _ in range(depth):
                x = conv(net, x, width, bias=True, layout="NCHW")
                x = jax.nn.relu(batch_norm(net, x, channel=1))
            x = pool(x, "max", 2, 2, layout="NCHW")
        x = x.reshape(x.shape[0], -1)
        x = jax.nn.relu(dense(net, x, 4096))
        return cross_entropy(dense(net, x, 1000), labels)

    return net_step(model, f32(32, 3, 224, 224), i32(32))


@step
def alexnet():
    def model(net, images, labels):
        x = jax.nn.relu(conv(net, images, 96, 11, 4, bias=True, padding="VALID"))
        x = pool(x, "max", 3, 2)
        x = pool(jax.nn.relu(conv(net, x, 256, 5, bias=True)), "max", 3, 2)
        for width in (384, 384, 256):
            x = jax.nn.relu(conv(net, x, width, bias=True))
        x = pool(x, "max", 3, 2)
        x = x.reshape(x.shape[0], -1)
        for _ in range(2):
            x = jax.nn.relu(dense(net, x, 4096))
        return cross_entropy(dense(net, x, 1000), labels)

    return net_step(model, f32(512, 227, 227, 3), i32(512))


@step
def googlenet():
    def inception(net, x, a, b1, b2, c1, c2, d):
        unit = lambda x, w, s: jax.nn.relu(conv(net, x, w, s, bias=True))
        pooled = pool(x, "max", 3, 1, "SAME")
        return jnp.concatenate(
            [unit(x, a, 1), unit(unit(x, b1, 1), b2, 3), unit(unit(x, c1, 1), c2, 5),
             unit(pooled, d, 1)], axis=-1)

    def model(net, images, labels):
        x = pool(jax.nn.relu(conv(net, images, 64, 7, 2, bias=True)), "max", 3, 2, "SAME")
        x = jax.nn.relu(conv(net, jax.nn.relu(conv(net, x, 64, 1, bias=True)), 192, bias=True))
        x = pool(x, "max", 3, 2, "SAME")
        x = inception(net, x, 64, 96, 128, 16, 32, 32)
        x = inception(net, x, 128, 128, 192, 32, 96, 64)
        x = pool(x, "max", 3, 2, "SAME")
        for widths in ((192, 96, 208, 16, 48, 64), (160, 112, 224, 24, 64, 64),
                       (128, 128, 256, 24, 64, 64), (112, 144, 288, 32, 64, 64),
                       (256, 160, 320, 32, 128, 128)):
            x = inception(net, x, *widths)
        x = pool(x, "max", 3, 2, "SAME")
        x = inception(net, x, 256, 160, 320, 32, 128, 128)
        x = inception(net, x, 384, 192, 384, 48, 128, 128)
        return cross_entropy(dense(net, jnp.mean(x, (1, 2)), 1000), labels)

    return net_step(model, f32(128, 224, 224, 3), i32(128))


@step
def densenet121():
    def model(net, images, labels):
        x = conv(net, images, 64, 7, 2)
        x = pool(jax.nn.relu(batch_norm(net, x)), "max", 3, 2, "SAME")
        for i, depth in enumerate((6, 12, 24, 16)):
            for _ in range(depth):
                y = conv(net, jax.nn.relu(batch_norm(net, x)), 128, 1)
                y = conv(net, jax.nn.relu(batch_norm(net, y)), 32, 3)
                x = jnp.concatenate([x, y], axis=-1)
            if i < 3:
                x = conv(net, jax.nn.relu(batch_norm(net, x)), x.shape[-1] // 2, 1)
                x = pool(x, "mean", 2, 2)
        x = jnp.mean(jax.nn.relu(batch_norm(net, x)), (1, 2))
        return cross_entropy(dense(net, x, 1000), labels)

    return net_step(model, f32(64, 224, 224, 3), i32(64))


@step
def efficientnet():
    blocks = ((1, 16, 1, 1, 3), (6, 24, 2, 2, 3), (6, 40, 2, 2, 5), (6, 80, 3, 2, 3),
              (6, 112, 3, 1, 5), (6, 192, 4, 2, 5), (6, 320, 1, 1, 3))

    def model(net, images, labels):
        x = jax.nn.silu(batch_norm(net, conv(net, images, 32, 3, 2)))
        for expand, width, depth, first, size in blocks:
            for i in range(depth):
                stride, inner = first if i == 0 else 1, x.shape[-1] * expand
                y = x
                if expand > 1:
                    y = jax.nn.silu(batch_norm(net, conv(net, y, inner, 1)))
                y = conv(net, y, inner, size, stride, groups=inner)
                y = jax.nn.silu(batch_norm(net, y))
                s = jnp.mean(y, (1, 2))
                s = jax.nn.silu(dense(net, s, max(1, x.shape[-1] // 4)))
                y = y * jax.nn.sigmoid(dense(net, s, inner))[:, None, None, :]
                y = batch_norm(net, conv(net, y, width, 1))
                x = x + y if y.shape == x.shape else y
        x = jax.nn.silu(batch_norm(net, conv(net, x, 1280, 1)))
        return cross_entropy(dense(net, jnp.mean(x, (1, 2)), 1000), labels)

    return net_step(model, f32(64, 224, 224, 3), i32(64))


@step
def mobilenet():
    def model(net, images, labels):
        x = jnp.clip(batch_norm(net, conv(net, images, 32, 3, 2)), 0, 6)
        for width, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2),
                              (512, 1), (512, 1), (512, 1), (512, 1), (512, 1), (1024, 2),
                              (1024, 1)):
            c = x.shape[-1]
            x = jnp.clip(batch_norm(net, conv(net, x, c, 3, stride, groups=c)), 0, 6)
            x = jnp.clip(batch_norm(net, conv(net, x, width, 1)), 0, 6)
        return cross_entropy(dense(net, jnp.mean(x, (1, 2)), 1000), labels)

    return net_step(model, f32(128, 224, 224, 3), i32(128))


@step
def convnext_tiny():
    def model(net, images, labels):
        x = layer_norm(net, conv(net, images, 96, 4, 4, bias=True))
        for i, (width, depth) in enumerate(((96, 3), (192, 3), (384, 9), (768, 3))):
            if i:
                x = conv(net, layer_norm(net, x), width, 2, 2, bias=True)
            for _ in range(depth):
                y = layer_norm(net, conv(net, x, width, 7, groups=width, bias=True))
                y = dense(net, jax.nn.gelu(dense(net, y, 4 * width)), width)
                x = x + y * net(width)
        return cross_entropy(dense(net, layer_norm(net, jnp.mean(x, (1, 2))), 1000), labels)

    return net_step(model, f32(64, 224, 224, 3), i32(64))


@step
def mlp_mixer():
    def model(net, images, labels):
        x = conv(net, images, 512, 16, 16, bias=True).reshape(images.shape[0], 196, 512)
        for _ in range(8):
            y = jnp.swapaxes(layer_norm(net, x), 1, 2)
            y = dense(net, jax.nn.gelu(dense(net, y, 256)), 196)
            x = x + jnp.swapaxes(y, 1, 2)
            y = layer_norm(net, x)
            x = x + dense(net, jax.nn.gelu(dense(net, y, 2048)), 512)
        return cross_entropy(dense(net, jnp.mean(layer_norm(net, x), 1), 1000), labels)

    return net_step(model, f32(128, 224, 224, 3), i32(128))


@step
def resnet50_nchw():
    def model(net, images, labels):
        x = conv(net, images, 64, 7, 2, layout="NCHW")
        x = jax.nn.relu(batch_norm(net, x, 1))
        x = pool(x, "max", 3, 2, "SAME", layout="NCHW")
        for i, (width, depth) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3))):
            for j in range(depth):
                stride = 2 if i and not j else 1
                y = jax.nn.relu(batch_norm(net, conv(net, x, width, 1, layout="NCHW"), 1))
                y = conv(net, y, width, 3, stride, layout="NCHW")
                y = jax.nn.relu(batch_norm(net, y, 1))
                y = batch_norm(net, conv(net, y, 4 * width, 1, layout="NCHW"), 1)
                if x.shape != y.shape:
                    x = batch_norm(net, conv(net, x, 4 * width, 1, stride, layout="NCHW"), 1)
                x = jax.nn.relu(x + y)
        return cross_entropy(dense(net, jnp.mean(x, (2, 3)), 1000), labels)

    return net_step(model, f32(64, 3, 224, 224), i32(64))


@step
def resnet50_bf16():
    def model(net, images, labels):
        x = conv(net, images.astype(net.dtype), 64, 7, 2)
        x = pool(jax.nn.relu(batch_norm(net, x)), "max", 3, 2, "SAME")
        for i, (width, depth) in enumerate(((64, 3), (128, 4), (256, 6), (512, 3))):
            for j in range(depth):
                stride = 2 if i and not j else 1
                y = jax.nn.relu(batch_norm(net, conv(net, x, width, 1)))
                y = jax.nn.relu(batch_norm(net, conv(net, y, width, 3, stride)))
                y = batch_norm(net, conv(net, y, 4 * width, 1))
                if x.shape != y.shape:
                    x = batch_norm(net, conv(net, x, 4 * width, 1, stride))
                x = jax.nn.relu(x + y)
        return cross_entropy(dense(net, jnp.mean(x, (1, 2)), 1000), labels)

    return net_step(model, f32(128, 224, 224, 3), i32(128), dtype=BF16)


def unet_model(net, images, targets, widths, norm, up):
    def block(x, width):
        for _ in range(2):
            x = jax.nn.relu(norm(net, conv(net, x, width)))
        return x

    x, skips = images, []
    for width in widths[:-1]:
        x = block(x, width)
        skips.append(x)
        x = pool(x, "max", 2, 2)
    x = block(x, widths[-1])
    for width, skip in zip(widths[-2::-1], skips[::-1]):
        if up == "transposed":
            kernel = net(2, 2, x.shape[-1], width)
            x = lax.conv_transpose(x, kernel, (2, 2), "SAME")
        elif up == "resize":
            n, h, w, c = x.shape
            x = conv(net, jax.image.resize(x, (n, 2 * h, 2 * w, c), "bilinear"), width)
        else:
            x = upsample(x)
        x = block(jnp.concatenate([x, skip], axis=-1), width)
    return square_error(conv(net, x, 1, 1, bias=True), targets)


@step
def unet_transposed():
    model = functools.partial(unet_model, widths=(64, 128, 256, 512, 1024), norm=batch_norm,
                              up="transposed")
    return net_step(model, f32(8, 256, 256, 3), f32(8, 256, 256, 1))


@step
def unet_bilinear():
    model = functools.partial(unet_model, widths=(32, 64, 128, 256, 512),
                              norm=lambda net, x: x + net(x.shape[-1]), up="resize")
    return net_step(model, f32(16, 256, 256, 3), f32(16, 256, 256, 1))


@step
def unet():
    @layer
    def block(x, first, second):
        for kernel in (first, second):
            x = jax.nn.relu(lax.conv_general_dilated(x, kernel, (1, 1), "SAME",
                                                     dimension_numbers=("NHWC", "HWIO", "NHWC")))
        return x

    def twice(net, x, width):
        return block(x, net(3, 3, x.shape[-1], width), net(3, 3, width, width))

    def halve(x):
        n, h, w, c = x.shape
        return jnp.mean(x.reshape(n, h // 2, 2, w // 2, 2, c), (2, 4))

    def model(net, images, targets):
        x, skips = images, []
        for width in (32, 64, 128):
            x = twice(net, x, width)
            skips.append(x)
            x = halve(x)
        x = twice(net, x, 256)
        for width, skip in zip((128, 64, 32), skips[::-1]):
            x = conv(net, upsample(x), width, 1)
            x = twice(net, jnp.concatenate([x, skip], axis=-1), width)
        return square_error(conv(net, x, 2, 1), targets)

    return net_step(model, f32(16, 256, 256, 3), f32(16, 256, 256, 2))


@step
def unet3d():
    def conv3(net, x, width):
        return lax.conv_general_dilated(x, net(3, 3, 3, x.shape[-1], width), (1, 1, 1), "SAME",
                                        dimension_numbers=("NDHWC", "DHWIO", "NDHWC"))

    def norm(net, x):
        mean = jnp.mean(x, (1, 2, 3), keepdims=True)
        variance = jnp.var(x, (1, 2, 3), keepdims=True)
        return (x - mean) * lax.rsqrt(variance + 1e-5) * net(x.shape[-1]) + net(x.shape[-1])

    def model(net, volume, target):
        x, skips = volume, []
        for width in (32, 64, 128):
            for _ in range(2):
                x = jax.nn.leaky_relu(norm(net, conv3(net, x, width)))
            skips.append(x)
            x = lax.reduce_window(x, 0.0, lax.add, (1, 2, 2, 2, 1), (1, 2, 2, 2, 1), "VALID") / 8
        x = jax.nn.leaky_relu(norm(net, conv3(net, x, 256)))
        for width, skip in zip((128, 64, 32), skips[::-1]):
            for axis in (1, 2, 3):
                x = jnp.repeat(x, 2, axis=axis)
            x = jnp.concatenate([x, skip], axis=-1)
            for _ in range(2):
                x = jax.nn.leaky_relu(norm(net, conv3(net, x, width)))
        return square_error(conv3(net, x, 1), target)

    return net_step(model, f32(2, 96, 96, 96, 1), f32(2, 96, 96, 96, 1))


@step
def diffusion_unet():
    def resblock(net, x, time, width):
        y = conv(net, jax.nn.silu(group_norm(net, x)), width, bias=True)
        y = y + dense(net, jax.nn.silu(time), width)[:, None, None, :]
        y = conv(net, jax.nn.silu(group_norm(net, y)), width, bias=True)
        return (x if x.shape == y.shape else conv(net, x, width, 1, bias=True)) + y

    def attend(net, x):
        n, h, w, c = x.shape
        return x + attention(net, group_norm(net, x).reshape(n, h * w, c), 4).reshape(x.shape)

    def model(net, images, noise, times):
        angles = times[:, None] * jnp.exp(-jnp.arange(64) * (np.log(1e4) / 64))
        time = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1)
        time = dense(net, jax.nn.silu(dense(net, time, 512)), 512)
        x = conv(net, images + noise, 128, bias=True)
        skips = [x]
        for i, width in enumerate((128, 256, 256, 512)):
            for _ in range(2):
                x = resblock(net, x, time, width)
                if x.shape[1] <= 16:
                    x = attend(net, x)
                skips.append(x)
            if i < 3:
                x = conv(net, x, width, 3, 2, bias=True)
                skips.append(x)
        x = resblock(net, attend(net, resblock(net, x, time, 512)), time, 512)
        for i, width in enumerate((512, 256, 256, 128)):
            for _ in range(3):
                x = resblock(net, jnp.concatenate([x, skips.pop()], -1), time, width)
                if x.shape[1] <= 16:
                    x = attend(net, x)
            if i < 3:
                x = conv(net, upsample(x), width, bias=True)
        x = conv(net, jax.nn.silu(group_norm(net, x)), 3, bias=True)
        return square_error(x, noise)

    return net_step(model, f32(32, 64, 64, 3), f32(32, 64, 64, 3), f32(32))


@step
def autoencoder():
    def model(net, images):
        x = images
        for width in (32, 64, 128, 256):
            x = jax.nn.elu(conv(net, x, width, 4, 2, bias=True))
        code = dense(net, x.reshape(x.shape[0], -1), 256)
        x = dense(net, code, 8 * 8 * 256).reshape(-1, 8, 8, 256)
        for width in (128, 64, 32, 3):
            x = lax.conv_transpose(x, net(4, 4, x.shape[-1], width), (2, 2), "SAME")
            x = jax.nn.elu(x + net(width)) if width > 3 else x
        return square_error(x, images)

    return net_step(model, f32(256, 128, 128, 3))


@step
def gan():
    def generator(net, z):
        x = dense(net, z, 4 * 4 * 512).reshape(-1, 4, 4, 512)
        for width in (256, 128, 64, 3):
            x = lax.conv_transpose(x, net(4, 4, x.shape[-1], width), (2, 2), "SAME")
            x = jax.nn.relu(batch_norm(net, x)) if width > 3 else jnp.tanh(x)
        return x

    def critic(net, x):
        for width in (64, 128, 256, 512):
            x = jax.nn.leaky_relu(batch_norm(net, conv(net, x, width, 4, 2)), 0.2)
        return dense(net, x.reshape(x.shape[0], -1), 1)

    z, images = f32(256, 128), f32(256, 64, 64, 3)

    def shapes(model, data):
        net = Net()
        jax.eval_shape(lambda d: model(net, d), data)
        return tuple(net.shapes)

    def losses(g, d, z, images):
        fake = generator(Net(g), z)
        judged = critic(Net(d), fake)
        real = critic(Net(d), images)
        for_d = jnp.mean(jax.nn.softplus(-real)) + jnp.mean(jax.nn.softplus(judged))
        return jnp.mean(jax.nn.softplus(-judged)), for_d

    def train(g, d, z, images):
        loss_g, grad_g = jax.value_and_grad(lambda g: losses(g, d, z, images)[0])(g)
        loss_d, grad_d = jax.value_and_grad(lambda d: losses(g, d, z, images)[1])(d)
        update = lambda p, q: p - 2e-4 * q
        return jax.tree.map(update, g, grad_g), jax.tree.map(update, d, grad_d), loss_g, loss_d

    return train, (shapes(generator, z), shapes(critic, images), z, images), dict(
        donate_argnums=(0, 1))


def scan_cell_step(batch, length, fan_in, width, layers, cell, state_count, gates):
    def model(net, inputs, targets):
        x = inputs
        for _ in range(layers):
            w, u, b = net(x.shape[-1], gates * width), net(width, gates * width), net(gates * width)
            start = (jnp.zeros((batch, width), F32),) * state_count
            _, x = lax.scan(lambda s, t: cell(s, t, w, u, b), start, x)
        return square_error(dense(net, x, fan_in), targets)

    return net_step(model, f32(length, batch, fan_in), f32(length, batch, fan_in))


def lstm_cell(state, x, w, u, b):
    h, c = state
    i, f, g, o = jnp.split(x @ w + h @ u + b, 4, axis=-1)
    c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
    h = jax.nn.sigmoid(o) * jnp.tanh(c)
    return (h, c), h


def gru_cell(state, x, w, u, b):
    (h,) = state
    xr, xz, xn = jnp.split(x @ w + b, 3, axis=-1)
    hr, hz, hn = jnp.split(h @ u, 3, axis=-1)
    z = jax.nn.sigmoid(xz + hz)
    h = (1 - z) * jnp.tanh(xn + jax.nn.sigmoid(xr + hr) * hn) + z * h
    return (h,), h


@step
def lstm_large():
    return scan_cell_step(128, 256, 512, 1024, 3, lstm_cell, 2, 4)


@step
def gru_large():
    return scan_cell_step(128, 256, 512, 1024, 2, gru_cell, 1, 3)


@step
def lstm_unrolled():
    batch, length, width = 256, 48, 1024

    def model(net, inputs, targets):
        w, u, b = net(512, 4 * width), net(width, 4 * width), net(4 * width)
        state, outputs = (jnp.zeros((batch, width), F32),) * 2, []
        for t in range(length):
            state, h = lstm_cell(state, inputs[t], w, u, b)
            outputs.append(h)
        return square_error(dense(net, jnp.stack(outputs), 512), targets)

    return net_step(model, f32(length, batch, 512), f32(length, batch, 512))


def language_model(net, ids, labels, vocabulary, width, layers, heads, dropout=None, norm=layer_norm):
    b, s = ids.shape
    table = net(vocabulary, width)
    x = table[ids] + net(s, width)
    mask = causal(s)
    drop = dropout or (lambda x: x)
    for _ in range(layers):
        x = x + drop(attention(net, norm(net, x), heads, mask, dropout))
        y = jax.nn.gelu(dense(net, norm(net, x), 4 * width))
        x = x + drop(dense(net, y, width))
    return cross_entropy(norm(net, x) @ table.T, labels)


@step
def transformer_dropout():
    def model(net, ids, labels, key):
        keys = iter(jax.random.split(key, 64))

        def dropout(x):
            keep = jax.random.bernoulli(next(keys), 0.9, x.shape)
            return jnp.where(keep, x / 0.9, 0.0)

        return language_model(net, ids, labels, 16384, 768, 8, 12, dropout)

    key = jax.ShapeDtypeStruct((2,), jnp.uint32)
    return net_step(model, i32(8, 512), i32(8, 512), key)


@step
def transformer_rbg_dropout():
    """Dropout drawn from rng_bit_generator: what jax_default_prng_impl=rbg gives."""

    def model(net, ids, labels, raw):
        key = jax.random.wrap_key_data(raw, impl="rbg")
        keys = iter(jax.random.split(key, 64))

        def dropout(x):
            keep = jax.random.bernoulli(next(keys), 0.9, x.shape)
            return jnp.where(keep, x / 0.9, 0.0)

        return language_model(net, ids, labels, 16384, 768, 8, 12, dropout)

    key = jax.ShapeDtypeStruct((4,), jnp.uint32)
    return net_step(model, i32(8, 512), i32(8, 512), key)


@step
def transformer_bf16():
    model = functools.partial(language_model, vocabulary=32768, width=1024, layers=12, heads=16)
    return net_step(model, i32(8, 1024), i32(8, 1024), dtype=BF16)


@step
def transformer_wide():
    """Few tokens, much weight: gradients outweigh activations."""
    model = functools.partial(language_model, vocabulary=32768, width=2048, layers=12, heads=16)
    return net_step(model, i32(2, 256), i32(2, 256))


@step
def transformer_mixed_adam():
    import optax

    model = functools.partial(language_model, vocabulary=32768, width=1024, layers=8, heads=16)
    grad, (params, ids, labels) = net_step(model, i32(8, 1024), i32(8, 1024), dtype=BF16)
    optimizer = optax.adam(1e-4)

    def train(params, state, ids, labels):
        loss, gradients = grad(params, ids, labels)
        updates, state = optimizer.update(gradients, state)
        return optax.apply_updates(params, updates), state, loss

    state = jax.eval_shape(optimizer.init, params)
    return train, (params, state, ids, labels), dict(donate_argnums=(0, 1))


def scanned_transformer(checkpoint):
    b, s, width, layers, heads, vocabulary = 8, 512, 768, 12, 12, 16384

    def block(x, weights):
        net = Net(weights)
        x = x + attention(net, layer_norm(net, x), heads, causal(s))
        y = jax.nn.gelu(dense(net, layer_norm(net, x), 4 * width))
        return x + dense(net, y, width), None

    def shapes():
        net = Net()

        def collect(x):
            y = x + attention(net, layer_norm(net, x), heads)
            z = jax.nn.gelu(dense(net, layer_norm(net, y), 4 * width))
            return dense(net, z, width)

        jax.eval_shape(collect, f32(b, s, width))
        return tuple(f32(layers, *p.shape) for p in net.shapes)

    def loss(params, ids, labels):
        table, blocks = params
        body = jax.checkpoint(block) if checkpoint else block
        x, _ = lax.scan(body, table[ids], blocks)
        return cross_entropy(x @ table.T, labels)

    return jax.value_and_grad(loss), ((f32(vocabulary, width), shapes()), i32(b, s), i32(b, s))


@step
def llama_scan():
    batch, length, width, hidden, layers, heads, vocabulary = 8, 1024, 768, 2048, 12, 12, 32000

    def norm(x, scale):
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale

    def rotate(x):
        half = x.shape[-1] // 2
        angles = jnp.outer(jnp.arange(length), 1e4 ** (-jnp.arange(half) / half))
        cosine, sine = (f(angles)[None, :, None, :] for f in (jnp.cos, jnp.sin))
        a, b = x[..., :half], x[..., half:]
        return jnp.concatenate([a * cosine - b * sine, a * sine + b * cosine], axis=-1)

    @layer
    def block(x, w):
        y = norm(x, w["norm1"])
        q, k, v = ((y @ w[name]).reshape(batch, length, heads, width // heads) for name in "qkv")
        scores = jnp.einsum("bqhd,bkhd->bhqk", rotate(q), rotate(k)) / (width // heads) ** 0.5
        weights = jax.nn.softmax(jnp.where(causal(length), scores, -1e30), axis=-1)
        y = jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(batch, length, width)
        x = x + y @ w["o"]
        y = norm(x, w["norm2"])
        return x + (jax.nn.silu(y @ w["gate"]) * (y @ w["up"])) @ w["down"]

    def loss(params, ids, labels):
        x = params["table"][ids]
        x, _ = lax.scan(lambda x, w: (block(x, w), None), x, params["layers"])
        return cross_entropy(norm(x, params["norm"]) @ params["head"], labels)

    stacked = {name: f32(layers, width, width) for name in "qkvo"}
    stacked.update(gate=f32(layers, width, hidden), up=f32(layers, width, hidden),
                   down=f32(layers, hidden, width),
                   norm1=f32(layers, width), norm2=f32(layers, width))
    params = dict(layers=stacked, table=f32(vocabulary, width), norm=f32(width),
                  head=f32(width, vocabulary))
    return jax.value_and_grad(loss), (params, i32(batch, length), i32(batch, length))


@step
def transformer_scan():
    return scanned_transformer(False)


@step
def transformer_scan_checkpoint():
    return scanned_transformer(True)


@step
def moe():
    """A dense mixture of experts: top-1 dispatch by one-hot products."""

    def model(net, ids, labels):
        b, s, width, experts, capacity = 8, 512, 512, 8, 768
        x = net(16384, width)[ids] + net(s, width)
        for _ in range(4):
            x = x + attention(net, layer_norm(net, x), 8, causal(s))
            y = layer_norm(net, x).reshape(b * s, width)
            gates = jax.nn.softmax(dense(net, y, experts, bias=False))
            chosen = jax.nn.one_hot(jnp.argmax(gates, -1), experts)
            place = jnp.cumsum(chosen, 0) * chosen - 1
            dispatch = jax.nn.one_hot(place.astype(I32), capacity) * chosen[..., None]
            sent = jnp.einsum("td,tec->ecd", y, dispatch)
            hidden = jax.nn.gelu(jnp.einsum("ecd,edf->ecf", sent, net(experts, width, 4 * width)))
            back = jnp.einsum("ecf,efd->ecd", hidden, net(experts, 4 * width, width))
            combine = dispatch * gates[..., None]
            x = x + jnp.einsum("ecd,tec->td", back, combine).reshape(x.shape)
        return cross_entropy(dense(net, layer_norm(net, x), 16384), labels)

    return net_step(model, i32(8, 512), i32(8, 512))


@step
def gnn():
    """Message passing: gathers and scatter additions."""

    def model(net, nodes, sources, targets, labels):
        x = dense(net, nodes, 256)
        for _ in range(4):
            messages = jax.nn.relu(dense(net, jnp.concatenate([x[sources], x[targets]], -1), 256))
            summed = jax.ops.segment_sum(messages, targets, nodes.shape[0])
            x = x + jax.nn.relu(dense(net, jnp.concatenate([x, summed], -1), 256))
        return cross_entropy(dense(net, x, 64), labels)

    n, e = 65536, 524288
    return net_step(model, f32(n, 128), i32(e), i32(e), i32(n))


@step
def dlrm():
    def model(net, numbers, ids, labels):
        x = numbers
        for width in (512, 256, 64):
            x = jax.nn.relu(dense(net, x, width))
        vectors = [x] + [net(200000, 64)[ids[:, i]] for i in range(12)]
        stacked = jnp.stack(vectors, 1)
        pairs = jnp.einsum("bid,bjd->bij", stacked, stacked).reshape(x.shape[0], -1)
        x = jnp.concatenate([x, pairs], -1)
        for width in (1024, 512, 256):
            x = jax.nn.relu(dense(net, x, width))
        x = dense(net, x, 1)[:, 0]
        return jnp.mean(jax.nn.softplus(x) - labels * x)

    return net_step(model, f32(32768, 13), i32(32768, 12), f32(32768))


@step
def siamese():
    def model(net, left, right, same):
        weights = [net(3, 3, a, b) for a, b in ((3, 32), (32, 64), (64, 128), (128, 256))]
        head = net(256, 128)

        def tower(x):
            for w in weights:
                x = lax.conv_general_dilated(x, w, (1, 1), "SAME",
                                             dimension_numbers=("NHWC", "HWIO", "NHWC"))
                x = pool(jax.nn.relu(x), "mean", 2, 2)
            return jnp.mean(x, (1, 2)) @ head

        distance = jnp.sqrt(jnp.sum(jnp.square(tower(left) - tower(right)), -1) + 1e-6)
        return jnp.mean(same * distance + (1 - same) * jnp.maximum(1 - distance, 0))

    return net_step(model, f32(64, 128, 128, 3), f32(64, 128, 128, 3), f32(64))


@step
def wavenet():
    def model(net, audio, targets):
        x = dense(net, audio, 64)
        skips = 0
        for i in range(2 * 9):
            dilation = 2 ** (i % 9)
            kernel = net(2, 64, 128)
            y = lax.conv_general_dilated(x, kernel, (1,), [(dilation, 0)], rhs_dilation=(dilation,),
                                         dimension_numbers=("NWC", "WIO", "NWC"))
            a, b = jnp.split(y, 2, -1)
            z = jnp.tanh(a) * jax.nn.sigmoid(b)
            skips = skips + dense(net, z, 128)
            x = x + dense(net, z, 64)
        x = jax.nn.relu(dense(net, jax.nn.relu(skips), 128))
        return cross_entropy(dense(net, x, 256), targets)

    return net_step(model, f32(8, 16000, 1), i32(8, 16000))


@step
def neural_ode():
    """Fixed-step RK4 by fori_loop (a while with dynamic updates in the backward)."""

    def model(net, x, y):
        w1, b1, w2, b2 = net(256, 1024), net(1024), net(1024, 256), net(256)
        f = lambda x: jnp.tanh(x @ w1 + b1) @ w2 + b2

        def rk4(x, _):
            k1 = f(x)
            k2 = f(x + 0.05 * k1)
            k3 = f(x + 0.05 * k2)
            k4 = f(x + 0.1 * k3)
            return x + (0.1 / 6) * (k1 + 2 * k2 + 2 * k3 + k4), None

        x, _ = lax.scan(rk4, x, None, length=20)
        return square_error(x, y)

    return net_step(model, f32(8192, 256), f32(8192, 256))


# ===----------------------------------------------------------------------=== #
# Sharded over four devices
# ===----------------------------------------------------------------------=== #


def sharded(kind):
    from jax.experimental.shard_map import shard_map  # noqa: F401 (the mesh below is what matters)
    from jax.sharding import AbstractMesh, NamedSharding, PartitionSpec as P

    mesh = AbstractMesh((4,), ("x",))
    model = functools.partial(language_model, vocabulary=16384, width=1024, layers=8, heads=16)
    grad, (params, ids, labels) = net_step(model, i32(16, 512), i32(16, 512))

    def place(shape, spec):
        return jax.ShapeDtypeStruct(shape.shape, shape.dtype, sharding=NamedSharding(mesh, spec))

    def weight(shape):
        if kind == "fsdp" and shape.shape[0] % 4 == 0:
            return place(shape, P("x"))
        if kind == "tensor" and len(shape.shape) == 2 and shape.shape[0] == 4 * shape.shape[1]:
            return place(shape, P("x", None))
        if kind == "tensor" and len(shape.shape) == 2 and shape.shape[0] <= shape.shape[1]:
            return place(shape, P(None, "x"))
        return place(shape, P())

    params = tuple(weight(p) for p in params)
    batch = P() if kind == "tensor" else P("x")
    out = (NamedSharding(mesh, P()), tuple(p.sharding for p in params))
    return grad, (params, place(ids, batch), place(labels, batch)), dict(out_shardings=out)


@step
def sharded_data():
    return sharded("data")


@step
def sharded_fsdp():
    return sharded("fsdp")


@step
def sharded_tensor():
    return sharded("tensor")


# ===----------------------------------------------------------------------=== #
# Export
# ===----------------------------------------------------------------------=== #


def generic_text(fn, args, options):
    traced = jax.jit(fn, keep_unused=True, **options).trace(*args)
    module = traced.lower(lowering_platforms=("cuda",)).compiler_ir("stablehlo")
    return module.operation.get_asm(
        print_generic_op_form=True, enable_debug_info=False, large_elements_limit=None)


def main():
    parser = argparse.ArgumentParser(description="Export training steps as StableHLO.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--new", action="store_true", help="skip files that are there")
    parser.add_argument("--policy", choices=POLICIES)
    options = parser.parse_args()
    if options.policy:
        Policy.name = options.policy
        mark_flax_layers()

    options.output.mkdir(parents=True, exist_ok=True)
    failed = []
    for name in options.names or STEPS:
        path = options.output / f"{name}.mlir"
        if options.new and path.exists():
            continue
        try:
            fn, args, *jit = STEPS[name]()
            text = generic_text(fn, args, jit[0] if jit else {})
            if options.policy and not Policy.layers:
                raise ValueError(f"{name} has no layer that is marked for a policy")
            Policy.layers = 0
        except Exception:
            traceback.print_exc()
            failed.append(name)
            continue
        path.write_text(text + "\n")
        print(f"{name}: {len(text):,} bytes", flush=True)
    if failed:
        sys.exit("failed: " + " ".join(failed))


if __name__ == "__main__":
    main()
