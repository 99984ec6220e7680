# ===- models.py - The training steps of the tests -----------------------===//
#
# Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===---------------------------------------------------------------------===//
"""Eight models in plain PyTorch, each with a loss inside and the inputs of a step."""

from __future__ import annotations

import dataclasses
from typing import Callable, Dict, Tuple

import torch
import torch.nn.functional as F
from torch import nn


@dataclasses.dataclass
class Case:
    """A model that returns the loss, and its arguments."""

    model: nn.Module
    inputs: Tuple[torch.Tensor, ...]


class Attention(nn.Module):
    def __init__(self, width: int, heads: int, causal: bool = False, dropout=0.0):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.context = nn.Linear(width, 2 * width)
        self.out = nn.Linear(width, width)
        self.heads, self.causal, self.dropout = heads, causal, dropout

    def forward(self, x, context=None):
        context = x if context is None else context

        def split(t):
            return t.view(*t.shape[:2], self.heads, -1).transpose(1, 2)

        key, value = self.context(context).chunk(2, dim=-1)
        found = F.scaled_dot_product_attention(
            split(self.query(x)),
            split(key),
            split(value),
            is_causal=self.causal,
            dropout_p=self.dropout if self.training else 0.0,
        )
        return self.out(found.transpose(1, 2).reshape(x.shape))


class Block(nn.Module):
    def __init__(self, width, heads, causal=False, cross=False, dropout=0.0):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width, heads, causal, dropout)
        self.cross = Attention(width, heads) if cross else None
        self.norm3 = nn.LayerNorm(width) if cross else None
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, context=None):
        x = x + self.attention(self.norm1(x))
        if self.cross is not None:
            x = x + self.cross(self.norm3(x), context)
        return x + self.dropout(self.down(F.gelu(self.up(self.norm2(x)))))


class GPT(nn.Module):
    def __init__(self, layers=6, width=256, heads=8, words=2048, length=256, dropout=0.0):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.places = nn.Embedding(length, width)
        self.blocks = nn.ModuleList(
            Block(width, heads, causal=True, dropout=dropout) for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, words, bias=False)

    def forward(self, tokens, targets):
        x = self.words(tokens) + self.places(
            torch.arange(tokens.shape[1], device=tokens.device)
        )
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.norm(x))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


class MLP(nn.Module):
    def __init__(self, layers=10, width=512):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))

    def forward(self, x, y):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return F.mse_loss(x, y)


class Residual(nn.Module):
    def __init__(self, before, after, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.norm1 = nn.BatchNorm2d(after)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(after)
        self.short = None
        if stride != 1 or before != after:
            self.short = nn.Sequential(
                nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after)
            )

    def forward(self, x):
        short = x if self.short is None else self.short(x)
        x = F.relu(self.norm1(self.conv1(x)))
        return F.relu(self.norm2(self.conv2(x)) + short)


class ResNet(nn.Module):
    def __init__(self, widths=(32, 64, 128), blocks=2, classes=100):
        super().__init__()
        self.stem = nn.Conv2d(3, widths[0], 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(widths[0])
        layers, before = [], widths[0]
        for i, width in enumerate(widths):
            for j in range(blocks):
                layers.append(Residual(before, width, 2 if i and not j else 1))
                before = width
        self.layers = nn.Sequential(*layers)
        self.head = nn.Linear(before, classes)

    def forward(self, images, labels):
        x = self.layers(F.relu(self.norm(self.stem(images))))
        return F.cross_entropy(self.head(x.mean((2, 3))), labels)


class ViT(nn.Module):
    def __init__(self, layers=6, width=192, heads=6, patch=8, size=64, classes=100):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.places = nn.Parameter(torch.zeros(1, (size // patch) ** 2 + 1, width))
        self.blocks = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, images, labels):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(x.shape[0], -1, -1), x], 1) + self.places
        for block in self.blocks:
            x = block(x)
        return F.cross_entropy(self.head(self.norm(x)[:, 0]), labels)


class T5(nn.Module):
    def __init__(self, layers=3, width=192, heads=6, words=1024):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.encoder = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.decoder = nn.ModuleList(
            Block(width, heads, causal=True, cross=True) for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width)

    def forward(self, source, target, labels):
        context = self.words(source)
        for block in self.encoder:
            context = block(context)
        x = self.words(target)
        for block in self.decoder:
            x = block(x, context)
        logits = self.norm(x) @ self.words.weight.t()
        return F.cross_entropy(logits.flatten(0, 1), labels.flatten())


class ConvBlock(nn.Module):
    def __init__(self, before, after):
        super().__init__()
        self.norm1, self.norm2 = nn.GroupNorm(8, before), nn.GroupNorm(8, after)
        self.conv1 = nn.Conv2d(before, after, 3, 1, 1)
        self.conv2 = nn.Conv2d(after, after, 3, 1, 1)
        self.short = nn.Conv2d(before, after, 1) if before != after else nn.Identity()

    def forward(self, x):
        found = self.conv1(F.silu(self.norm1(x)))
        return self.short(x) + self.conv2(F.silu(self.norm2(found)))


class UNet(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.first = nn.Conv2d(3, width, 3, 1, 1)
        self.down1, self.down2 = ConvBlock(width, width), ConvBlock(width, 2 * width)
        self.middle = ConvBlock(2 * width, 2 * width)
        self.up2, self.up1 = ConvBlock(4 * width, width), ConvBlock(2 * width, width)
        self.last = nn.Conv2d(width, 3, 3, 1, 1)

    def forward(self, images, target):
        a = self.down1(self.first(images))
        b = self.down2(F.avg_pool2d(a, 2))
        x = self.middle(F.avg_pool2d(b, 2))
        x = torch.cat([F.interpolate(x, scale_factor=2.0), b], 1)
        x = torch.cat([F.interpolate(self.up2(x), scale_factor=2.0), a], 1)
        return F.mse_loss(self.last(self.up1(x)), target)


class LSTM(nn.Module):
    """Made of cells, so that the trace has every time step."""

    def __init__(self, width=128, words=512):
        super().__init__()
        self.width = width
        self.words = nn.Embedding(words, width)
        self.cell = nn.LSTMCell(width, width)
        self.head = nn.Linear(width, words)

    def forward(self, tokens, targets):
        hidden = tokens.new_zeros((tokens.shape[0], self.width), dtype=torch.float32)
        state, found = (hidden, hidden), []
        for word in self.words(tokens).unbind(1):
            state = self.cell(word, state)
            found.append(state[0])
        logits = self.head(torch.stack(found, 1))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


class Experts(nn.Module):
    """Every expert runs on all tokens, weighted by a router."""

    def __init__(self, width, experts):
        super().__init__()
        self.router = nn.Linear(width, experts)
        self.up = nn.Parameter(torch.randn(experts, width, 2 * width) * width**-0.5)
        self.down = nn.Parameter(torch.randn(experts, 2 * width, width) * width**-0.5)

    def forward(self, x):
        weights = F.softmax(self.router(x), -1)
        best, which = weights.topk(2, -1)
        gates = torch.zeros_like(weights).scatter(-1, which, best)
        hidden = F.silu(torch.einsum("bld,edh->bleh", x, self.up))
        return torch.einsum("bleh,ehd,ble->bld", hidden, self.down, gates)


class MoE(nn.Module):
    def __init__(self, layers=4, width=128, heads=4, words=1024, experts=4):
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.attention = nn.ModuleList(
            Attention(width, heads, causal=True) for _ in range(layers)
        )
        self.experts = nn.ModuleList(Experts(width, experts) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * layers))
        self.head = nn.Linear(width, words)

    def forward(self, tokens, targets):
        x = self.words(tokens)
        for i, (attention, experts) in enumerate(zip(self.attention, self.experts)):
            x = x + attention(self.norms[2 * i](x))
            x = x + experts(self.norms[2 * i + 1](x))
        return F.cross_entropy(self.head(x).flatten(0, 1), targets.flatten())


class Recurrent(nn.Module):
    """Results of all turns of a loop in one tensor."""

    def __init__(self, width):
        super().__init__()
        self.given, self.state = nn.Linear(width, width), nn.Linear(width, width)

    def forward(self, x):
        h, found = torch.zeros_like(x[0]), []
        for given in x:
            h = torch.tanh(self.given(given) + self.state(h))
            found.append(h)
        return torch.stack(found).square().mean()


class Convolutions(nn.Module):
    """With the channels last."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(8, 32, 3, 1, 1), nn.Conv2d(32, 64, 3, 1, 1)
        self.to(memory_format=torch.channels_last)

    def forward(self, x):
        return F.gelu(self.second(F.gelu(self.first(x)))).square().mean()


class Autocast(nn.Module):
    """A model on a GPU, in bf16."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, *inputs):
        with torch.autocast("cuda", dtype=torch.bfloat16):
            return self.model(*inputs)


def _tokens(batch: int, length: int, words: int) -> torch.Tensor:
    return torch.randint(0, words, (batch, length))


MODELS: Dict[str, Callable[[], Case]] = {
    "gpt": lambda: Case(GPT(), (_tokens(8, 256, 2048), _tokens(8, 256, 2048))),
    "mlp": lambda: Case(MLP(), (torch.randn(1024, 512), torch.randn(1024, 512))),
    "resnet": lambda: Case(
        ResNet(), (torch.randn(8, 3, 32, 32), torch.randint(0, 100, (8,)))
    ),
    "vit": lambda: Case(
        ViT(), (torch.randn(8, 3, 64, 64), torch.randint(0, 100, (8,)))
    ),
    "t5": lambda: Case(
        T5(), (_tokens(8, 96, 1024), _tokens(8, 96, 1024), _tokens(8, 96, 1024))
    ),
    "unet": lambda: Case(
        UNet(), (torch.randn(4, 3, 32, 32), torch.randn(4, 3, 32, 32))
    ),
    "lstm": lambda: Case(LSTM(), (_tokens(16, 24, 512), _tokens(16, 24, 512))),
    "moe": lambda: Case(MoE(), (_tokens(4, 64, 1024), _tokens(4, 64, 1024))),
}
"""Functions that make a model and its inputs from the current seed."""

MORE_MODELS: Dict[str, Callable[[], Case]] = {
    "gpt-dropout": lambda: Case(
        GPT(dropout=0.1), (_tokens(8, 256, 2048), _tokens(8, 256, 2048))
    ),
    "recurrent": lambda: Case(Recurrent(32), (torch.randn(12, 32, 32),)),
    "channels-last": lambda: Case(
        Convolutions(),
        (torch.randn(4, 8, 32, 32).to(memory_format=torch.channels_last),),
    ),
}
"""Models that single tests and measurements add."""


def make(name: str) -> Case:
    """The model of that name, with weights and inputs from a fixed seed."""
    torch.manual_seed(0)
    return {**MODELS, **MORE_MODELS}[name]()
